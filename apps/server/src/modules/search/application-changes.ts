import type { Category } from '@marketplace/contracts/application'
import { type CatalogueEntry, makerOf, type WholeCatalogue } from '../catalogue/index.ts'
import { createListings, type Listing } from './listings.ts'

/** An application with all that its record in the index is made of, but its long text. */
export type ListedApplication = { entry: CatalogueEntry; listing: Listing; category: Category | null; company: string | null }

export type ApplicationChanges = {
  changed: readonly ListedApplication[]
  /** Ids of those that are in no list any more. */
  gone: readonly string[]
}

/** Says what of the applications that have changed the index has to be told. */
export const createApplicationChanges = () => {
  const listingOf = createListings()
  const told = new Set<string>()
  return {
    /** What is to be told of these applications. */
    compare: (ids: Iterable<string>, catalogue: WholeCatalogue, now: Date): ApplicationChanges => {
      const changed: ListedApplication[] = []
      const gone: string[] = []
      for (const id of ids) {
        const entry = catalogue.byId.get(id)
        const listing = entry && listingOf(entry, now)
        if (!entry || !listing || listing.variants.length + listing.inBeta.length === 0) {
          if (told.has(id)) gone.push(id)
          continue
        }
        const category = entry.categoryId === null ? null : (catalogue.categoryById.get(entry.categoryId) ?? null)
        changed.push({ entry, listing, category, company: makerOf(entry, catalogue) })
      }
      return { changed, gone }
    },
    /** The index has been told. */
    confirm: (changed: readonly ListedApplication[], gone: readonly string[]): void => {
      for (const { entry } of changed) told.add(entry.id)
      for (const id of gone) told.delete(id)
    },
  }
}
