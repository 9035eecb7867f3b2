import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { describe, expect, it } from 'vitest'
import { expectedPage, isApplicationList, LOAD_FAILURES } from './expected-page.ts'

const site: SiteData = {
  marketplace: 'Marketplace',
  productName: 'Live Chat',
  listedFor: 'Live Chat',
  categories: [{ href: '/apps/crm/', name: 'CRM', slug: 'crm', count: 3, current: false }],
  collections: [{ href: '/apps/ai-powered/', name: 'AI powered' }],
  landings: [{ href: '/saas-deals/', name: 'SaaS deals' }],
  applicationCount: 3,
  hasServices: true,
  hasExperts: true,
  products: [],
  accountsUrl: '',
  hostUrl: '',
  hostProduct: 'livechat',
  errorReports: null,
  signInBase: null,
}

describe('expectedPage', () => {
  it.each([
    ['/', 'home'],
    ['/apps/', 'apps'],
    ['/apps', 'apps'],
    ['/apps/crm/', 'apps'],
    ['/apps/ai-powered', 'apps'],
    ['/saas-deals/', 'apps'],
    ['/apps/parcelwren/', 'underApps'],
    ['/apps/parcelwren/open/', 'openApplication'],
    ['/services/agent-coaching/', 'service'],
    ['/partners/recommended/', 'recommendedPartners'],
    ['/developers/northwind/', 'developer'],
    ['/nothing/', 'landing'],
    ['/nothing/at/all/', null],
  ])('at %s is %s', (path, expected) => expect(expectedPage(path, site)).toBe(expected))
})

it('only lists of applications and services take the remembered compatibility', () => {
  const taking = ['/apps/', '/apps/crm/', '/services/', '/partners/', '/apps/parcelwren/'].filter((path) =>
    isApplicationList(path, site),
  )
  expect(taking).toEqual(['/apps/', '/apps/crm/', '/services/'])
})

it('has a sentence for each page that cannot be loaded', () => {
  const sentence = (path: string) => LOAD_FAILURES[expectedPage(path, site) ?? 'home']
  expect(sentence('/apps/crm/')).toBe("Apps list couldn't be loaded")
  expect(sentence('/apps/parcelwren/')).toBe("App details couldn't be loaded")
  expect(sentence('/partners/')).toBe("Experts list couldn't be loaded")
  expect(sentence('/developers/northwind/')).toBe("Developer profile couldn't be loaded")
  expect(sentence('/')).toBeUndefined()
})
