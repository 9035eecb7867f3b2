import { describe, expect, test } from 'vitest'
import { ADDRESSES, pageAt, type PageName } from './addresses.ts'
import { paths } from './paths.ts'

const pages = Object.keys(ADDRESSES) as PageName[]
const takesSlug = (page: PageName) => ADDRESSES[page].includes('*')

describe('the page at a path', () => {
  test.each(pages)('that paths.%s builds is that page', (page) => {
    const build = paths[page] as (slug?: string) => string
    const path = takesSlug(page) ? build('a-slug') : build()
    const expected = { page, slug: takesSlug(page) ? 'a-slug' : '' }
    expect(pageAt(path)).toEqual(expected)
    expect(pageAt(path.replace(/\/$/, ''))).toEqual(expected)
  })

  test.each<[string, PageName | null, string?]>([
    ['/apps/coming-soon/', 'comingSoon'],
    ['/apps/coming-soon/open/', 'openApplication', 'coming-soon'],
    ['/partners/campaigns/', 'expert', 'campaigns'],
    ['/partners/recommended/', 'recommendedPartners'],
    ['/saas-deals/', 'landing', 'saas-deals'],
    ['/apps/a/b/', null],
    ['/apps/a/open/b/', null],
    ['/apps//open/', null],
    ['/search/a/', null],
    ['/apps/a//', null],
    ['apps/', null],
    ['x/apps/', null],
  ])('%s is %s', (path, page, slug = '') => {
    expect(pageAt(path)).toEqual(page && { page, slug })
  })
})

test('a slug is one part of a path, whatever it holds, and a query follows it', () => {
  expect(paths.underApps('a/b?c#d*$&', { page: 2 })).toBe('/apps/a%2Fb%3Fc%23d*%24%26/?page=2')
  expect(paths.signIn('/apps/?page=2')).toBe('/sign-in/?to=%2Fapps%2F%3Fpage%3D2')
})
