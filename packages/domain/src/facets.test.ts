import { describe, expect, test } from 'vitest'
import {
  APPLICATION_FACETS,
  countryName,
  EXPERT_FACETS,
  facetKey,
  type FacetedApplication,
  languageName,
  SERVICE_FACETS,
  serviceTypeNames,
} from './facets.ts'

test.each([
  ['Food and drink', 'food-and-drink'],
  ['United Kingdom', 'united-kingdom'],
  ['  Côte d’Ivoire ', 'cote-d-ivoire'],
  ['R&D, labs', 'r-d-labs'],
  ['日本', '日本'],
  ['en', 'en'],
  ['***', ''],
])('%j is %j in an address', (text, key) => {
  expect(facetKey(text)).toBe(key)
})

test('codes have names, and a text that is not a code stays as it is', () => {
  expect(['en', 'pt-BR', 'zz', 'Esperanto', '', '\u0000'].map(languageName)).toEqual([
    'English',
    'Brazilian Portuguese',
    'zz',
    'Esperanto',
    '',
    '\u0000',
  ])
  expect(['PL', 'Poland', 'QQ', 'pl'].map(countryName)).toEqual(['Poland', 'Poland', 'QQ', 'pl'])
})

const application: FacetedApplication = {
  product: 'helpdesk',
  payment: { price: 1200, frequency: 'monthly', perAccount: true },
  placements: ['settings', 'plugin'],
  types: ['training', 'anything'],
  languages: ['de', 'en'],
  industries: ['Retail'],
  country: 'PL',
}
const labels = (facets: typeof APPLICATION_FACETS, item: FacetedApplication) =>
  Object.fromEntries(facets.map(({ name, valuesOf }) => [name, valuesOf(item).map(({ value, label }) => `${value}=${label}`)]))

describe('the values of an application', () => {
  test('have the names of screens', () => {
    expect(labels(APPLICATION_FACETS, application)).toEqual({
      payment: ['monthly-per-account=Recurrent per agent'],
      compatibility: ['helpdesk=Help Desk'],
      placement: ['plugin=Details (Chats or Tickets)', 'settings=Settings'],
      language: ['de=German', 'en=English'],
      country: ['poland=Poland'],
      industry: ['retail=Retail'],
    })
    expect(labels(SERVICE_FACETS, application).services).toEqual(['training=Training'])
  })
  test('are empty for fields without a value', () => {
    const bare: FacetedApplication = {
      ...application,
      payment: { price: 8000, frequency: 'hourly', perAccount: false },
      placements: [],
      languages: [],
      industries: [],
      country: null,
    }
    expect(labels(APPLICATION_FACETS, bare)).toEqual({
      payment: ['hourly=Hourly'],
      compatibility: ['helpdesk=Help Desk'],
      placement: [],
      language: [],
      country: [],
      industry: [],
    })
  })
})

test('an expert is found by services, products, languages, country and industry', () => {
  expect(EXPERT_FACETS.map(({ name }) => name)).toEqual(['services', 'compatibility', 'language', 'country', 'industry'])
  expect(serviceTypeNames(['other', 'training', 'nonsense'])).toEqual(['Training', 'Other'])
})
