export { openLiveCatalogue } from './live-catalogue.ts'
export type { LiveCatalogue, WholeCatalogue } from './live-catalogue.ts'
export { nextChangeOf } from './next-change.ts'
export { listName, marks, SITEMAP } from './application-lists.ts'
export type { ListKind } from './application-lists.ts'
export { developerOrder, developersName, verifiedDevelopers } from './developer-lists.ts'
export type { ListedDeveloper } from './developer-lists.ts'
export { makerOf, publishedByClient, publishedById, publishedBySlug } from './read-published.ts'
export type { ApplicationRecord, CatalogueEntry, DeveloperRecord } from './stored/records.ts'
export { CATALOGUE_JOBS, catalogueWorkers, sendRenderTexts } from './jobs.ts'
export { renderBounded } from './stored/render-bounded.ts'
export { registerOwnApplicationRoutes } from './own-routes.ts'
export {
  countApplications,
  findApplication,
  findApplicationsBySlug,
  findOwnApplications,
  findSubmittedApplications,
  holdDeveloper,
  makePrivate,
  readCatalogueVersion,
  assignDeveloper,
} from './stored/repository.ts'
export { registerCatalogueRoutes } from './routes.ts'
export type { CatalogueSnapshot } from './snapshot.ts'
export { exportCatalogue } from './transfer/export-catalogue.ts'
export { importCatalogue } from './transfer/import-catalogue.ts'
export type { ImportReport } from './transfer/import-catalogue.ts'
