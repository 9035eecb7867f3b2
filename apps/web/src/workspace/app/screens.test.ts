import { ADDRESSES } from '@marketplace/contracts/pages/addresses'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { ESTATE_TABS, estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { SCREENS, screenAt } from '@marketplace/domain/workspace-screens'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { wordOf } from '../../features/analytics/page-signals.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { SCREEN_ROUTES } from './screens.ts'

const pathAt = (address: string) => address.replace(':type', 'direct_charge').replaceAll(/:\w+/g, 'x').replace('*', '')
const paths = Object.keys(SCREENS).map(pathAt)
const routes = SCREEN_ROUTES.map(([path]) => ({ path }))

test.each(paths)('%s has a route: add it to SCREEN_ROUTES in workspace/app/screens.ts', (path) => {
  expect(matchRoutes(routes, path)).toHaveLength(1)
})

test.each(paths)('%s is a screen for the storefront too: add it to isWorkspacePath in lib/workspace-path.ts', (path) => {
  expect(isWorkspacePath(path)).toBe(true)
})

test.each(SCREEN_ROUTES)('%s has a screen: add it to SCREENS in packages/domain/src/workspace-screens.ts', (path) => {
  expect(screenAt(`/${pathAt(path)}`)).not.toBeNull()
})

test.each(paths)(
  'visits of %s are counted by a word: add it to SECTIONS or wordOf in features/analytics/page-signals.ts',
  (path) => {
    expect(wordOf({ path, result: null })).not.toBe('other')
  },
)

/** Every path that a builder makes, with these as its parts. */
const built = (builders: Readonly<Record<string, (...parts: never[]) => string>>): string[] =>
  Object.values(builders).map((build) => (build as (...parts: string[]) => string)('x', 'direct_charge').replace(/\?.*/, ''))
const { tab, ...estate } = estatePaths
const buildable = [
  ...Object.values(ADDRESSES).map((address) => address.replace('*', 'x')),
  ...built(buyingPaths),
  ...built(estate),
  ...ESTATE_TABS.map(tab),
]

test('each screen has an address that is built: add it to ADDRESSES, buyingPaths or estatePaths of contracts', () => {
  expect(paths.filter((path) => !buildable.includes(path))).toEqual([])
})

test.each(buildable.filter(isWorkspacePath))('%s is built, and has a screen: add it to SCREENS', (path) => {
  expect(paths).toContain(path)
})

test.each([...built(buyingPaths), ...built(estate), ...ESTATE_TABS.map(tab)])('%s is known to isWorkspacePath', (path) => {
  expect(isWorkspacePath(path)).toBe(true)
})
