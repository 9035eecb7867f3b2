import { EMPTY_QUERY, type ListQuery } from '@marketplace/contracts/pages/list-query'
import type { DevelopersPage } from '@marketplace/contracts/pages/people'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { describe, expect, it } from 'vitest'
import { errorPageData } from '../../lib/page-data.ts'
import { announcementOf } from './after-navigation.ts'

const list = (path: string, query: Partial<ListQuery>, total: number): PageData => {
  const result: DevelopersPage = {
    kind: 'developers',
    meta: { ...errorPageData('not-found', path).result.meta, title: `Page ${query.page ?? 1} of ${path}` },
    heading: '',
    description: '',
    breadcrumbs: [],
    path,
    query: { ...EMPTY_QUERY, ...query },
    filters: { facets: [], verified: null, chips: [] },
    pagination: { page: 1, pages: 1, total, from: 1, to: total },
    cards: [],
    sortBy: 'developerName',
  }
  return { path, result }
}
const all = list('/developers/', {}, 30)

describe('announcementOf', () => {
  it.each([
    ['a filtered list', all, list('/developers/', { verified: true }, 1), '1 result'],
    ['a list with its filters gone', list('/developers/', { filters: { language: ['en'] } }, 3), all, '30 results'],
    ['another page of it', all, list('/developers/', { page: 2 }, 30), 'Page 2 of /developers/'],
    ['another order of it', all, list('/developers/', { sortBy: 'productsNumber' }, 30), 'Page 1 of /developers/'],
    ['another list', all, list('/partners/', { verified: true }, 2), 'Page 1 of /partners/'],
    ['the first page', undefined, all, 'Page 1 of /developers/'],
    ['a failure', all, errorPageData('server-error', '/developers/'), 'Something went wrong | Marketplace'],
  ])('says of %s what matters', (_, before, now, said) => expect(announcementOf(before, now)).toBe(said))
})
