import { describe, expect, it } from 'vitest'
import { appDataAddress, pageDataAddress, paths } from './paths.ts'

describe('paths', () => {
  it.each([
    [paths.home(), '/'],
    [paths.apps(), '/apps/'],
    [paths.apps({ sortBy: 'price', page: 3 }), '/apps/?sortBy=price&page=3'],
    [paths.underApps('crm', { sortBy: null, page: 1 }), '/apps/crm/'],
    [paths.underApps('ai-powered', { page: 2 }), '/apps/ai-powered/?page=2'],
    [paths.underApps('a/b?c'), '/apps/a%2Fb%3Fc/'],
    [paths.service('setup'), '/services/setup/'],
    [paths.listing('/services/', { sortBy: 'popularity' }), '/services/?sortBy=popularity'],
  ])('%s is %s', (built, expected) => expect(built).toBe(expected))
})

describe('pageDataAddress', () => {
  it.each([
    ['', '/', '', '/page-data/index/page-data.json'],
    ['', '/apps/', '?page=2', '/page-data/apps/page-data.json?page=2'],
    ['/helpdesk', '/apps/crm/', '', '/helpdesk/page-data/apps/crm/page-data.json'],
    ['/embed/helpdesk', '//apps//', '', '/embed/helpdesk/page-data/apps/page-data.json'],
  ])('of %s, %s, %s is %s', (basename, path, search, expected) => expect(pageDataAddress(basename, path, search)).toBe(expected))
  it('stands beside the address of app-data.json', () => expect(appDataAddress('/text')).toBe('/text/page-data/app-data.json'))
})
