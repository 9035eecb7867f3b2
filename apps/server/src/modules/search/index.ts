export { openLiveSearch } from './live-search.ts'
export type { FoundApplications } from './find-matches.ts'
export type { LiveSearch } from './live-search.ts'
export { registerSearchRoutes } from './routes.ts'
