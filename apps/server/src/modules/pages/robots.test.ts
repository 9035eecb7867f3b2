import { expect, test } from 'vitest'
import { SCREENS } from '@marketplace/domain/workspace-screens'
import { writeRobots } from './robots.ts'

/** Whether robots.txt lets a crawler read a path: the longest matching rule decides (RFC 9309, 2.2.2). */
const mayRead = (robots: string, path: string): boolean => {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, prefix = '']) => ({
    open: kind === 'Allow',
    prefix,
  }))
  const fitting = rules.filter(({ prefix }) => path.startsWith(prefix)).sort((a, b) => b.prefix.length - a.prefix.length)
  return fitting[0]?.open ?? true
}
const robots = writeRobots('https://shop.example')

test.each([
  '/',
  '/apps/',
  '/apps/crm/?page=2',
  '/search/',
  '/helpdesk/apps/',
  '/partners/ada/',
  '/pictures/1/social.png',
  '/sitemap.xml',
])('crawlers may read %s', (path) => expect(mayRead(robots, path)).toBe(true))

test.each([
  '/api/v2/applications/published',
  '/search/1/indexes/apps/query',
  '/page-data/apps/page-data.json',
  '/slice-data/header.json',
  '/console/',
  '/operator/',
  '/my-apps/',
  '/cart/',
  '/checkout/cart/1/thank-you',
  '/embed/helpdesk/apps/',
])('and leave %s alone', (path) => expect(mayRead(robots, path)).toBe(false))

test.each(Object.keys(SCREENS).filter((address) => !address.startsWith('/apps/')))('and leave the screen %s alone', (address) =>
  expect(mayRead(robots, address.replace('*', '').replaceAll(/:[a-z]+/g, 'one'))).toBe(false),
)

test('it is for every crawler, and says where the sitemap is', () => {
  expect(robots.split('\n')[0]).toBe('User-agent: *')
  expect(robots).toContain('\nSitemap: https://shop.example/sitemap.xml\n')
})
