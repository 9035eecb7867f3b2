export { clientNames } from './clients/known-client.ts'
export { registerOAuthRoutes } from './routes.ts'
export { queryAfterSignIn } from './rules/query.ts'
export { waitsForMessage } from './rules/read-request.ts'
