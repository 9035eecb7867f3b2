export { clientNames } from './clients/known-client.ts'
export { registerOAuthRoutes } from './routes.ts'
export { queryAfterSignIn } from './rules/query.ts'
