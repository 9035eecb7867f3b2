import { SELLER } from '@marketplace/contracts/core/brand'
import { type TaxDue, taxDueAt } from '@marketplace/domain/buying/tax-due'
import { usStateOf } from '@marketplace/domain/buying/us-states'
import type { OrganizationId } from '../../../core/caller.ts'
import type { Queryable } from '../../../db/client.ts'
import { readBillingProfile } from '../profiles/repository.ts'
import { findTaxRate } from './repository.ts'

/** A buyer's place, as far as it is known. */
export type BuyerPlace = { country: string | null; zip: string | null; vatId: string | null }

/** The tax on a purchase at this place. An unknown place gives a rate of 0 with a note. */
export const taxFor = async (database: Queryable, { country, zip, vatId }: BuyerPlace, now: Date): Promise<TaxDue> => {
  const state = stateOf({ country, zip })
  const known = country === null ? null : await findTaxRate(database, country, state, now)
  return taxDueAt({ country, state, vatId }, known, SELLER.country)
}

const stateOf = ({ country, zip }: Pick<BuyerPlace, 'country' | 'zip'>): string | null =>
  country === 'US' && zip !== null ? usStateOf(zip) : null

/** The rate of a state in the place's country; of the whole country if `state` is null. */
export type KnownRate = { state: string | null; found: { rate: number; name: string } | null }

/** The same with a known rate. Null if the rate is that of another state. */
export const taxWith = ({ country, zip, vatId }: BuyerPlace, known: KnownRate): TaxDue | null => {
  const state = stateOf({ country, zip })
  return state === known.state ? taxDueAt({ country, state, vatId }, country === null ? null : known.found, SELLER.country) : null
}

type GivenPlace = Partial<Readonly<Record<keyof BuyerPlace, string | null | undefined>>>

/**
 * The buyer's place: the one in the request, or else the organization's address. If the request names another country, zip and VAT id are
 * not taken from the address, because they belong to its country.
 */
export const buyerPlaceOf = async (database: Queryable, organizationId: OrganizationId, given: GivenPlace): Promise<BuyerPlace> =>
  placeFrom(await readBillingProfile(database, organizationId), given)

/** The same with a known address of the organization. */
export const placeFrom = (stored: BuyerPlace, given: GivenPlace): BuyerPlace => {
  const country = given.country ?? stored.country
  const own = country === stored.country ? stored : { zip: null, vatId: null }
  return { country, zip: given.zip ?? own.zip, vatId: given.vatId ?? own.vatId }
}
