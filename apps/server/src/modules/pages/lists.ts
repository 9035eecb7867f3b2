import type { Collection } from '@marketplace/contracts/collections'
import type { ApplicationSort } from '@marketplace/contracts/enumerations'
import type { Variant } from '@marketplace/contracts/variants'
import { collectionMembers } from '@marketplace/domain/collections'
import { nextChange } from '@marketplace/domain/dates'
import { sortApplications } from '@marketplace/domain/sorting'
import { isListedApplication } from '@marketplace/domain/visibility'
import { type CatalogueEntry, type CatalogueSnapshot, nextChangeOf } from '../catalogue/index.ts'

/** Where and when a page is built: the catalogue it is made of, the variant it is for. */
export type PageContext = { snapshot: CatalogueSnapshot; variant: Variant; publicUrl: string; now: Date }

/** Which applications a list is about. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'category'; id: number; slug: string }
  | { kind: 'collection'; collection: Collection }

type Dated<T> = { value: T; until: Date | null }

/** The applications that this variant lists at all; the rule itself is isListedApplication. */
export const listedApplications = ({ snapshot, variant, now }: PageContext): Dated<readonly CatalogueEntry[]> =>
  snapshot.remember(`listed ${variant.name}`, now, () => ({
    value: snapshot.entries.filter((entry) =>
      isListedApplication(entry, { lists: variant.lists, product: variant.product, beta: false }, now),
    ),
    until: nextChange(...snapshot.entries.map((entry) => nextChangeOf(entry, now))),
  }))

const scopeKey = (scope: Scope) =>
  scope.kind === 'all' ? 'all' : scope.kind === 'category' ? `c${scope.id}` : scope.collection.slug

const inScope = (listed: readonly CatalogueEntry[], scope: Scope, now: Date): readonly CatalogueEntry[] => {
  switch (scope.kind) {
    case 'all':
      return listed
    case 'category':
      return listed.filter((entry) => entry.categoryId === scope.id)
    case 'collection':
      return collectionMembers(listed, scope.collection, now)
  }
}

/** The applications of a scope in an order, worked out once for a snapshot. */
export const sortedList = (context: PageContext, scope: Scope, sort: ApplicationSort): Dated<readonly CatalogueEntry[]> => {
  const { snapshot, variant, now } = context
  return snapshot.remember(`sorted ${variant.name} ${scopeKey(scope)} ${sort}`, now, () => {
    const listed = listedApplications(context)
    return { value: sortApplications([...inScope(listed.value, scope, now)], sort, now), until: listed.until }
  })
}

/** How many listed applications each category has, by the category's id. */
export const categoryCounts = (context: PageContext): Dated<ReadonlyMap<number, number>> =>
  context.snapshot.remember(`counts ${context.variant.name}`, context.now, () => {
    const listed = listedApplications(context)
    const counts = new Map<number, number>()
    for (const { categoryId } of listed.value) if (categoryId !== null) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1)
    return { value: counts, until: listed.until }
  })
