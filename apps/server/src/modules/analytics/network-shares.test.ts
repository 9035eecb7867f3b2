import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createNetworkShares, SHARE_OF_A_DAY } from './network-shares.ts'

const DAY = '2026-11-20'
const NETWORKS = 2_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const bytes = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
/** A new string each time, as in each request: the shares must not keep them. */
const idOf = (number: number) => Buffer.from(`application-${String(number).padStart(24, '0')}`).toString()

test('what is kept of a network is small, however many applications it has sent events of', () => {
  const hasShare = createNetworkShares()
  const before = bytes()
  for (let network = 0; network < NETWORKS; network++)
    for (let number = 0; number < SHARE_OF_A_DAY.applications; number++)
      hasShare(`10.${network >> 8}.${network & 255}.1`, idOf(number + (network % 7) * 100), DAY)
  expect((bytes() - before) / NETWORKS).toBeLessThan(1_500)
  // The shares still remember every application.
  const last = '10.0.0.1'
  expect(hasShare(last, idOf(0), DAY)).toBe(true)
  expect(hasShare(last, idOf(SHARE_OF_A_DAY.applications), DAY)).toBe(false)
  expect(hasShare(last, idOf(5_000), DAY)).toBe(false)
  expect(hasShare(last, idOf(5_000), '2026-11-21')).toBe(true)
})
