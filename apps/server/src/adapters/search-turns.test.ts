import { expect, test } from 'vitest'
import { SearchRefused } from '../ports/search.ts'
import { createSearchTurns } from './search-turns.ts'

test('the networks of one site count as one caller', async () => {
  const takeTurn = createSearchTurns({ atOnce: 1, ofOne: 4, ofAll: 6, waitMs: 100 })
  const refused: string[] = []
  let end = (): void => {}
  const under = takeTurn('203.0.113.1', () => new Promise<void>((done) => (end = done)))
  const ask = (address: string) =>
    takeTurn(address, async () => {}).catch((error: unknown) => {
      if (!(error instanceof SearchRefused)) throw error
      refused.push(`${address} ${error.reason}`)
    })
  const networks = Array.from({ length: 8 }, (_, network) => `2001:db8:1:${network}::1`)
  const asked = [...networks, '203.0.113.9'].map(ask)
  end()
  await Promise.all([under, ...asked])
  expect(refused).toEqual(networks.slice(4).map((address) => `${address} too-many`))
})
