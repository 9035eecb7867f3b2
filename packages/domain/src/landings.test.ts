import { describe, expect, test } from 'vitest'
import { LANDINGS } from '@marketplace/contracts/catalogue/collections'
import { type LandingApplication, landingMembers } from './landings.ts'

const now = new Date('2026-11-20T12:00:00Z')
const application = (given: Partial<LandingApplication>): LandingApplication => ({
  collections: [],
  categoryId: null,
  payment: null,
  customProps: {},
  ...given,
})
const landing = (slug: string) => {
  const found = LANDINGS.find((candidate) => candidate.slug === slug)
  if (!found) throw new Error(slug)
  return found
}
const discount = { discountFrom: '2026-11-01', discountTo: '2026-11-30', discountPercent: '20' }

describe('deals', () => {
  test('are applications with a running discount', () => {
    const deal = application({ payment: { price: 1000 }, customProps: discount })
    const others = [application({ payment: { price: 1000 } }), application({ customProps: discount })]
    expect(landingMembers([deal, ...others], landing('saas-deals'), null, now)).toEqual([deal])
    expect(landingMembers([deal], landing('saas-deals'), null, new Date('2026-12-02T00:00:00Z'))).toEqual([])
  })
})

describe('a landing with members', () => {
  const shop = application({ categoryId: 3 })
  const other = application({ categoryId: 5 })
  test('shows the applications that name it', () => {
    const member = application({ collections: ['enhance-ecommerce'], categoryId: 5 })
    expect(landingMembers([shop, member, other], landing('enhance-ecommerce'), 3, now)).toEqual([member])
  })
  test('shows its category if no application names it, and nothing if the category is missing', () => {
    expect(landingMembers([shop, other], landing('enhance-ecommerce'), 3, now)).toEqual([shop])
    expect(landingMembers([shop, other], landing('enhance-ecommerce'), null, now)).toEqual([])
  })
})
