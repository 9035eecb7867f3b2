export type { ApplicationRatings } from './records.ts'
export { insertRatings, readRatings } from './repository.ts'
export type { NewRating } from './repository.ts'
export { registerRatingsRoutes } from './routes.ts'
