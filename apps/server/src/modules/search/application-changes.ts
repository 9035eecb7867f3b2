import type { Category } from '@marketplace/contracts/application'
import { nextChange } from '@marketplace/domain/dates'
import { type CatalogueEntry, type CatalogueSnapshot, makerOf } from '../catalogue/index.ts'
import { createListings, type Listing } from './listings.ts'

/** An application with all that its record in the index is made of, but its long text. */
export type ListedApplication = { entry: CatalogueEntry; listing: Listing; category: Category | null; company: string | null }

export type ApplicationChanges = {
  changed: readonly ListedApplication[]
  /** Ids of those that are in no list any more. */
  gone: readonly string[]
  /** Everything that is listed. */
  listed: readonly ListedApplication[]
  /** The next instant at which time alone changes something. */
  until: Date | null
}

const isSame = (a: ListedApplication, b: ListedApplication): boolean =>
  a.entry === b.entry && a.listing === b.listing && a.company === b.company && isSameCategory(a.category, b.category)

const isSameCategory = (a: Category | null, b: Category | null): boolean =>
  a === b || (a !== null && b !== null && a.name === b.name && a.slug === b.slug)

/**
 * Compares the catalogue with what the index was told of it. `confirm` says that the index has it; until then the same is a change
 * again.
 */
export const createApplicationChanges = () => {
  const listingOf = createListings()
  const told = new Map<string, ListedApplication>()
  return {
    compare: (snapshot: CatalogueSnapshot, now: Date): ApplicationChanges => {
      const listed: ListedApplication[] = []
      const changed: ListedApplication[] = []
      const gone = new Set(told.keys())
      let until: Date | null = null
      for (const entry of snapshot.entries) {
        const listing = listingOf(entry, now)
        until = nextChange(until, listing.until)
        if (listing.variants.length === 0) continue
        const category = entry.categoryId === null ? null : (snapshot.categoryById.get(entry.categoryId) ?? null)
        const application = { entry, listing, category, company: makerOf(entry, snapshot) }
        const before = told.get(entry.id)
        listed.push(application)
        gone.delete(entry.id)
        if (!before || !isSame(before, application)) changed.push(application)
      }
      return { changed, gone: [...gone], listed, until }
    },
    confirm: (changed: readonly ListedApplication[], gone: readonly string[]): void => {
      for (const application of changed) told.set(application.entry.id, application)
      for (const id of gone) told.delete(id)
    },
  }
}
