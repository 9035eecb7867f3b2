import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usStateOf } from '@marketplace/domain/buying/us-states'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { seedTaxRates } from './seed-tax-rates.ts'
import { taxFor } from './tax-for.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  await Promise.all([seedTaxRates(store.client.database), seedTaxRates(store.client.database)])
})
afterAll(() => store.close())

const NOW = new Date('2026-05-01T00:00:00Z')
const rateOf = async (country: string | null, zip: string | null = null, vatId: string | null = null, now = NOW) =>
  taxFor(store.client.database, { country, zip, vatId }, now)

describe('taxFor', () => {
  test.each([
    ['US', '75201', 6_250, 'Sales tax', 'TX'],
    ['US', '97201', 0, 'Sales tax', 'OR'],
    ['US', '70112', 5_000, 'Sales tax', 'LA'],
    ['DE', '10115', 19_000, 'VAT', null],
    ['GB', 'SW1A 1AA', 20_000, 'VAT', null],
    ['CH', null, 8_100, 'VAT', null],
    ['NO', null, 25_000, 'VAT', null],
    ['CA', null, 5_000, 'GST', null],
    ['AU', null, 10_000, 'GST', null],
    ['JP', null, 10_000, 'Consumption tax', null],
    ['IN', null, 18_000, 'GST', null],
    ['EE', null, 24_000, 'VAT', null],
  ] as const)('%s %s: %i', async (country, zip, rate, name, state) => {
    expect(await rateOf(country, zip)).toEqual({ rate, name, country, state, reverseCharge: false, note: null })
  })

  test.each([
    [null, null],
    ['XK', '10000'],
    ['US', null],
    ['US', 'no zip'],
  ])('is 0 and says so for %s %s', async (country, zip) => {
    const { rate, note } = await rateOf(country, zip)
    expect([rate, note]).toEqual([0, expect.stringMatching(/^No tax, because/)])
  })

  test('turns the tax around for a business abroad', async () => {
    expect(await rateOf('DE', null, 'DE123456789')).toMatchObject({ rate: 0, reverseCharge: true })
  })

  test('changes on the day on which a rate changes', async () => {
    const at = async (instant: string) => (await rateOf('RO', null, null, new Date(instant))).rate
    expect([await at('2025-07-31T23:59:59Z'), await at('2025-08-01T00:00:00Z')]).toEqual([19_000, 21_000])
  })
})

describe('the rates of this version', () => {
  test('are of every state, and each place has one rate a day', async () => {
    const file = join(import.meta.dirname, '../../../../data/tax-rates.json')
    const { rates } = JSON.parse(await readFile(file, 'utf8')) as { rates: { country: string; state: string; from: string }[] }
    const keys = rates.map(({ country, state, from }) => `${country} ${state} ${from}`)
    expect(new Set(keys).size).toBe(keys.length)
    const known = new Set(rates.filter(({ country }) => country === 'US').map(({ state }) => state))
    const states = Array.from({ length: 1_000 }, (_, prefix) => usStateOf(`${String(prefix).padStart(3, '0')}01`))
    expect([...known].toSorted()).toEqual([...new Set(states.filter((state) => state !== null))].toSorted())
  })

  test('leave alone what an operator changed or added', async () => {
    const { pool, database } = store.client
    await pool.query(`update tax_rates set rate = 8250 where country = 'US' and state = 'TX'`)
    await pool.query(`insert into tax_rates values ('XK', '', 'VAT', 18000, '2026-01-01', 'ours')`)
    await pool.query(`delete from tax_rates where country = 'DE'`)
    await pool.query(`update facts set value = 'an older version' where key = 'tax-rates'`)
    await seedTaxRates(database)
    expect([await rateOf('US', '75201'), await rateOf('XK'), await rateOf('DE')]).toMatchObject([
      { rate: 8_250 },
      { rate: 18_000 },
      { rate: 19_000 },
    ])
    await pool.query(`delete from tax_rates where country = 'DE'`)
    await seedTaxRates(database)
    expect(await rateOf('DE')).toMatchObject({ rate: 0 })
  })
})
