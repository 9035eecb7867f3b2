import type { CustomProps } from '@marketplace/contracts/application'
import { APPLICATION_SORTS, type ApplicationSort, type DeveloperSort } from '@marketplace/contracts/enumerations'
import { numericProp } from './custom-props.ts'
import { effectivePayment, type DiscountablePayment } from './pricing.ts'

/** What an application is sorted by; payment is the one without the running discount. */
export type SortableApplication = {
  id: string
  name: string
  customProps: CustomProps
  installations: number | null
  rating: { rate: number; votes: number }
  publishedAt: Date | null
  payment: DiscountablePayment | null
}

/** `productsNumber` counts applications and services together. */
export type SortableDeveloper = { id: string; name: string; productsNumber: number }

type Named = { id: string; name: string }
type Criterion<T> = (item: T, now: Date) => number

// Ignores case and reads numbers as numbers: 'App 2' before 'App 10'. Creating one is far dearer than using it.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sections 3 and 9: the numbers each order looks at, the smaller first. Names and, at the last, ids decide between equals. */
const CRITERIA: Record<ApplicationSort, readonly Criterion<SortableApplication>[]> = {
  recommended: [({ customProps }) => -(numericProp(customProps, 'order') ?? 0), ({ installations }) => -(installations ?? 0)],
  popularity: [({ installations }) => -(installations ?? 0), ({ rating }) => -rating.rate, ({ rating }) => -rating.votes],
  published: [({ publishedAt }) => (publishedAt ? -publishedAt.getTime() : Infinity)],
  alphabetically: [],
  price: [({ payment, customProps }, now) => effectivePayment(payment, customProps, now)?.price ?? 0],
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
 * A comparator for one order of applications at an instant: recommended (customProps.order descending, then installations
 * descending), alphabetically, price ascending after discounts, popularity (installations, then rating) or published, newest
 * first (sections 3 and 9). A total order: 0 only for the same id. For long lists use sortApplications.
 */
export const compareApplications = (sort: ApplicationSort, now: Date) => {
  const criteria = CRITERIA[sort]
  return (a: SortableApplication, b: SortableApplication): number =>
    compareKeyed(a, keysOf(a, criteria, now), b, keysOf(b, criteria, now))
}

/** A sorted copy, in the order of compareApplications; prices and orders are worked out once an application, not once a comparison. */
export const sortApplications = <T extends SortableApplication>(
  applications: readonly T[],
  sort: ApplicationSort,
  now: Date,
): T[] =>
  applications
    .map((application) => ({ application, keys: keysOf<SortableApplication>(application, CRITERIA[sort], now) }))
    .sort((a, b) => compareKeyed(a.application, a.keys, b.application, b.keys))
    .map(({ application }) => application)

/** Whether an application may stand elsewhere in an order now than it did then. */
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

/** The order that a query parameter names; recommended for anything that is none (section 9). */
export const parseApplicationSort = (value: string | null | undefined): ApplicationSort =>
  APPLICATION_SORTS.find((sort) => sort === value) ?? 'recommended'

// The criteria of developers do not depend on time; any instant does.
const ANY_TIME = new Date(0)

/** A comparator for developers: by name, or by the number of products, most first (section 3). A total order, as above. */
export const compareDevelopers = (sort: DeveloperSort) => {
  const criteria = DEVELOPER_CRITERIA[sort]
  return (a: SortableDeveloper, b: SortableDeveloper): number =>
    compareKeyed(a, keysOf(a, criteria, ANY_TIME), b, keysOf(b, criteria, ANY_TIME))
}
