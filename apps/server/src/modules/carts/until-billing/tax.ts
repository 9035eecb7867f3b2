// What billing exports of the same names, until its branch is merged.
import type { QuotedPlace } from '@marketplace/domain/buying/cart-quote'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { findTaxRate } from './repository.ts'

export { findCoupon } from './repository.ts'

export const taxFor = async (database: Queryable, { country }: QuotedPlace, now: Date) => {
  const known = country === null ? null : await findTaxRate(database, country, now)
  return { rate: known?.rate ?? 0, name: known?.name ?? 'No tax', reverseCharge: false }
}

type Given = Partial<Readonly<Record<keyof QuotedPlace, string | null | undefined>>>

export const buyerPlaceOf = async (_: Queryable, __: OrganizationId, given: Given): Promise<QuotedPlace> => ({
  country: given.country ?? null,
  zip: given.zip ?? null,
  vatId: given.vatId ?? null,
})
