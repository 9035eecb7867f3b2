export { openEventCounter } from './count-events.ts'
export { registerAnalyticsRoutes } from './routes.ts'
