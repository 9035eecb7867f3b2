import { describe, expect, it } from 'vitest'
import { fromAgentAppPath, toAgentAppPath } from './agent-app-paths.ts'

describe('the address in the agent app', () => {
  it.each([
    ['', '/apps/marketplace/apps'],
    ['/', '/apps/marketplace/apps'],
    ['/apps/', '/apps/marketplace/apps'],
    ['/apps', '/apps/marketplace/apps'],
    ['/apps/crm/', '/apps/marketplace/apps/crm'],
    ['/apps/crm//', '/apps/marketplace/apps/crm'],
    ['/apps/crm/?categories=crm,cms&page=2', '/apps/marketplace/apps/crm?categories=crm,cms&page=2'],
    ['/?utm_source=a/', '/apps/marketplace/apps?utm_source=a/'],
    ['?beta=true', '/apps/marketplace/apps?beta=true'],
    ['/apps/crm/#reviews', '/apps/marketplace/apps/crm#reviews'],
    ['/search/?query=%2F', '/apps/marketplace/search?query=%2F'],
    ['/checkout/cart/1/thank-you/', '/apps/marketplace/checkout/cart/1/thank-you'],
  ])('of %j is %j', (path, mapped) => expect(toAgentAppPath(path)).toBe(mapped))
})

describe('the path of an address in the agent app', () => {
  it.each([
    ['/apps/marketplace', '/apps/'],
    ['/apps/marketplace/', '/apps/'],
    ['/apps/marketplace?sortBy=price', '/apps/?sortBy=price'],
    ['/apps/marketplace/apps', '/apps/'],
    ['/apps/marketplace/apps/crm', '/apps/crm/'],
    ['/apps/marketplace/apps/crm/', '/apps/crm/'],
    ['/apps/marketplace/apps/crm?page=2#top', '/apps/crm/?page=2#top'],
    ['/apps/marketplace/partners/', '/partners/'],
    // This address is not under the agent app's base, so it already is a path within the variant.
    ['/apps/crm/', '/apps/crm/'],
    ['/apps/marketplaces', '/apps/marketplaces'],
    ['/', '/'],
  ])('of %j is %j', (mapped, path) => expect(fromAgentAppPath(mapped)).toBe(path))
})
