export { registerPageRoutes } from './routes.ts'
export { registerOwnApplicationPage } from './own-application.ts'
