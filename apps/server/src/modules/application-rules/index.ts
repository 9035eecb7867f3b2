export { assertListAllows, refusalByList } from './assert-list-allows.ts'
export { holdList } from './repository.ts'
export { registerApplicationRulesRoutes } from './routes.ts'
