import { expect, test } from 'vitest'
import { COUNTRIES, COUNTRY_NAMES } from './countries.ts'

test('every country of ISO 3166-1 has a code and a name of its own, in the order of the names', () => {
  expect(COUNTRIES).toHaveLength(249)
  for (const [code, name] of COUNTRY_NAMES)
    expect([code, name]).toEqual([expect.stringMatching(/^[A-Z]{2}$/), expect.stringMatching(/^\p{Lu}/u)])
  const names = [...COUNTRY_NAMES.values()]
  expect(new Set(names).size).toBe(249)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  const known = new Intl.DisplayNames('en', { type: 'region' })
  expect(COUNTRIES.filter((code) => known.of(code) === code)).toEqual([])
  expect([COUNTRY_NAMES.get('DE'), COUNTRY_NAMES.get('PL'), COUNTRY_NAMES.get('US')]).toEqual([
    'Germany',
    'Poland',
    'United States',
  ])
})
