import { SCREENS, screenAt } from '@marketplace/domain/workspace-screens'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
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
