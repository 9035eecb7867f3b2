export { registerAccessRequestRoutes } from './routes.ts'
