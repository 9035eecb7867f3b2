export { registerEstateRoutes } from './routes.ts'
