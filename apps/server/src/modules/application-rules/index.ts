export { assertListAllows, refusalByList } from './assert-list-allows.ts'
export { holdList, listLocking } from './repository.ts'
export { registerApplicationRulesRoutes } from './routes.ts'
