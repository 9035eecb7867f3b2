import { nextChange } from '@marketplace/domain/dates'
import { nextDiscountChange } from '@marketplace/domain/discount'
import { nextPublicationChange } from '@marketplace/domain/publication-status'
import type { CatalogueEntry } from './stored/records.ts'

/** The next instant at which the passing of time changes the data that is shown of an application. */
export const nextChangeOf = (entry: CatalogueEntry, now: Date): Date | null =>
  nextChange(nextPublicationChange(entry, now), nextDiscountChange(entry.customProps, now))
