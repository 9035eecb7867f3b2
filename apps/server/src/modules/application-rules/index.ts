export { assertListAllows } from './assert-list-allows.ts'
export { holdList } from './repository.ts'
export { registerApplicationRulesRoutes } from './routes.ts'
