export { openLiveCatalogue } from './live-catalogue.ts'
export type { LiveCatalogue } from './live-catalogue.ts'
export { makerOf, nextChangeOf, publishedByClient, publishedById, publishedBySlug } from './read-published.ts'
export type { ApplicationRecord, CatalogueEntry, DeveloperRecord } from './records.ts'
export { renderOutdatedTexts } from './render-outdated-texts.ts'
export { renderText } from './render-text.ts'
export { registerOwnApplicationRoutes } from './own-routes.ts'
export {
  countApplications,
  findApplication,
  findApplicationsBySlug,
  findOwnApplications,
  makePrivate,
  readCatalogueVersion,
} from './repository.ts'
export { registerCatalogueRoutes } from './routes.ts'
export type { CatalogueSnapshot } from './snapshot.ts'
export { exportCatalogue } from './transfer/export-catalogue.ts'
export { importCatalogue } from './transfer/import-catalogue.ts'
export type { ImportReport } from './transfer/import-catalogue.ts'
