import type { EventData, EventName, PageWord } from '@marketplace/contracts/analytics/events'
import { FACET_NAMES } from '@marketplace/contracts/pages/list-query'
import type { ListPage } from '@marketplace/contracts/pages/parts'
import type { PageResult } from '@marketplace/contracts/pages/page-data'

/** A page that was shown: its path within the variant, and its data if it is a page of the storefront. */
export type ShownPage = { path: string; result: PageResult | null }
export type PageEvent = { [Name in EventName]: { event: Name; data: EventData<Name> } }[EventName]

const SECTIONS: ReadonlyMap<string, PageWord> = new Map([
  ['my-apps', 'my-apps'],
  ['private-apps', 'own-apps'],
  ['in-review-apps', 'own-apps'],
  ['embedded-apps', 'own-apps'],
  ['embedded-private-apps', 'own-apps'],
  ['cart', 'cart'],
  ['checkout', 'checkout'],
  ['billing', 'billing'],
  ['console', 'console'],
  ['operator', 'operator'],
])

/** The word for the kind of page in events. */
export const wordOf = ({ path, result }: ShownPage): PageWord => {
  if (result) return result.kind
  if (/\/(?:thank-you|review-order)\/?$/.test(path)) return 'thank-you'
  if (/^\/apps\/[^/]+\/(?:open|settings)\/?$/.test(path)) return 'open-application'
  return SECTIONS.get(path.split('/')[1] ?? '') ?? 'other'
}

type List = Extract<PageResult, ListPage>
const listOf = ({ result }: ShownPage): List | null => (result && 'filters' in result ? (result as List) : null)

const FEW = 5
const foundWord = (total: number): 'none' | 'few' | 'many' => (total === 0 ? 'none' : total <= FEW ? 'few' : 'many')

/** The filters and the sort order that changed between two views of the same list. */
const changesOf = (before: List, now: List): PageEvent[] => {
  const used = FACET_NAMES.filter((name) => String(before.query.filters[name] ?? '') !== String(now.query.filters[name] ?? ''))
  return [
    ...used,
    ...(before.query.verified === now.query.verified ? [] : (['verified'] as const)),
    ...(before.query.sortBy === now.query.sortBy ? [] : (['sort'] as const)),
  ].map((detail) => ({ event: 'filter_used', data: { detail } }))
}

const OF_KIND: Partial<Record<PageResult['kind'], (result: PageResult) => PageEvent[]>> = {
  application: (result) =>
    result.kind === 'application' ? [{ event: 'application_viewed', data: { application: result.id } }] : [],
  expert: () => [{ event: 'expert_visited', data: {} }],
  'not-found': () => [{ event: 'error_shown', data: { detail: 'not-found' } }],
  'server-error': () => [{ event: 'error_shown', data: { detail: 'server-error' } }],
}

/** The events of a page that was shown after the page `before`, or as the first page. */
export const pageEvents = (before: ShownPage | null, now: ShownPage): PageEvent[] => {
  const { result } = now
  const list = listOf(now)
  const earlier = before?.path === now.path ? listOf(before) : null
  const searched = list?.query.text && earlier?.query.text !== list.query.text
  const search: PageEvent[] = searched ? [{ event: 'search', data: { detail: foundWord(list.pagination.total) } }] : []
  if (before?.path === now.path && before.result?.kind === result?.kind)
    return [...search, ...(earlier && list && !searched ? changesOf(earlier, list) : [])]
  return [
    { event: 'pageview', data: { detail: wordOf(now), path: now.path } },
    ...((result && OF_KIND[result.kind]?.(result)) ?? []),
    ...search,
  ]
}
