import type { CustomProps } from '@marketplace/contracts/catalogue/schemas'
import {
  APPLICATION_SORTS,
  type ApplicationSort,
  type DeveloperSort,
  type PaymentFrequency,
} from '@marketplace/contracts/core/enumerations'
import { numericProp } from './custom-props.ts'
import { comparablePrice, effectivePayment, type DiscountablePayment } from './pricing.ts'

/** The fields of an application that sort orders read. `payment` is the stored one, before discounts. */
export type SortableApplication = {
  id: string
  name: string
  customProps: CustomProps
  installations: number | null
  rating: { rate: number; votes: number }
  publishedAt: Date | null
  payment: (DiscountablePayment & { frequency: PaymentFrequency }) | null
}

/** `productsNumber` counts applications and services together. */
export type SortableDeveloper = { id: string; name: string; productsNumber: number }

type Named = { id: string; name: string }
type Criterion<T> = (item: T, now: Date) => number

// Ignores case and compares numbers by value: 'App 2' before 'App 10'. All calls share it, because creating a collator is slow.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * The numbers that each sort order compares, smaller ones first: docs/product/catalogue.md, Sorting. If they are equal, the names decide,
 * and then the ids.
 */
const CRITERIA: Record<ApplicationSort, readonly Criterion<SortableApplication>[]> = {
  recommended: [({ customProps }) => -(numericProp(customProps, 'order') ?? 0), ({ installations }) => -(installations ?? 0)],
  popularity: [({ installations }) => -(installations ?? 0), ({ rating }) => -rating.rate, ({ rating }) => -rating.votes],
  published: [({ publishedAt }) => (publishedAt ? -publishedAt.getTime() : Infinity)],
  alphabetically: [],
  price: [({ payment, customProps }, now) => comparablePrice(effectivePayment(payment, customProps, now))],
}
const DEVELOPER_CRITERIA: Record<DeveloperSort, readonly Criterion<SortableDeveloper>[]> = {
  developerName: [],
  productsNumber: [({ productsNumber }) => -productsNumber],
}

const keysOf = <T>(item: T, criteria: readonly Criterion<T>[], now: Date): number[] => criteria.map((keyOf) => keyOf(item, now))

const compareKeyed = (a: Named, keysOfA: readonly number[], b: Named, keysOfB: readonly number[]): number => {
  for (const [index, key] of keysOfA.entries()) {
    const other = keysOfB[index] ?? 0
    if (key !== other) return key < other ? -1 : 1
  }
  return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/**
 * A comparator for one order of applications at an instant. A total order: 0 only for the same id. Long lists sort faster with
 * sortApplications.
 */
export const compareApplications = (sort: ApplicationSort, now: Date) => {
  const criteria = CRITERIA[sort]
  return (a: SortableApplication, b: SortableApplication): number =>
    compareKeyed(a, keysOf(a, criteria, now), b, keysOf(b, criteria, now))
}

/**
 * A copy, sorted as by compareApplications. Prices and other criteria are computed once for each application instead of once for each
 * comparison.
 */
export const sortApplications = <T extends SortableApplication>(
  applications: readonly T[],
  sort: ApplicationSort,
  now: Date,
): T[] =>
  applications
    .map((application) => ({ application, keys: keysOf<SortableApplication>(application, CRITERIA[sort], now) }))
    .sort((a, b) => compareKeyed(a.application, a.keys, b.application, b.keys))
    .map(({ application }) => application)

/** The first `most` of sortApplications, without sorting the rest. For few of many. */
export const firstApplications = <T extends SortableApplication>(
  applications: readonly T[],
  sort: ApplicationSort,
  now: Date,
  most: number,
): T[] => {
  const first: { application: T; keys: readonly number[] }[] = []
  for (const application of applications) {
    const keys = keysOf<SortableApplication>(application, CRITERIA[sort], now)
    const isBefore = (other: (typeof first)[number] | undefined) =>
      other !== undefined && compareKeyed(application, keys, other.application, other.keys) < 0
    if (first.length >= most && !isBefore(first.at(-1))) continue
    let place = first.length
    while (isBefore(first[place - 1])) place--
    first.splice(place, 0, { application, keys })
    if (first.length > most) first.pop()
  }
  return first.map(({ application }) => application)
}

/** Whether an application that was `before` at the instant `then` and is `after` at `now` may have another position in an order. */
export const isSortedElsewhere = (
  sort: ApplicationSort,
  before: SortableApplication,
  then: Date,
  after: SortableApplication,
  now: Date,
): boolean => {
  if (before.name !== after.name) return true
  return CRITERIA[sort].some((keyOf) => keyOf(before, then) !== keyOf(after, now))
}

/** The sort order in a query parameter; recommended for an unknown value (docs/decisions/0008). */
export const parseApplicationSort = (value: string | null | undefined): ApplicationSort =>
  APPLICATION_SORTS.find((sort) => sort === value) ?? 'recommended'

// The criteria for developers do not depend on time, so any instant will do.
const ANY_TIME = new Date(0)

/** A comparator for developers: by name, or by the number of products, most first. A total order: 0 only for the same id. */
export const compareDevelopers = (sort: DeveloperSort) => {
  const criteria = DEVELOPER_CRITERIA[sort]
  return (a: SortableDeveloper, b: SortableDeveloper): number =>
    compareKeyed(a, keysOf(a, criteria, ANY_TIME), b, keysOf(b, criteria, ANY_TIME))
}
