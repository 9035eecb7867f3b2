export { registerPageRoutes } from './routes.ts'
export { registerOwnApplicationPage } from './own-application.ts'
export { paymentSources } from './policy.ts'
