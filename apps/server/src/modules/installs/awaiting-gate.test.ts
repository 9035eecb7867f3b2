import { expect, test } from 'vitest'
import { createAwaitingGate } from './awaiting-gate.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)
const count = (passes: readonly number[]) => passes.filter((wait) => wait === 0).length

test('a site may ask thirty times at once and then once an hour, over all of its addresses', () => {
  const enter = createAwaitingGate()
  const waits = Array.from({ length: 100 }, (_, host) => enter(`2001:db8:1:${host.toString(16)}::1`, at(0)))
  expect(count(waits)).toBe(30)
  expect(waits.at(-1)).toBe(3_600)
  expect(enter('2001:db8:1::1', at(3_599))).toBe(1)
  expect(enter('2001:db8:1::1', at(3_600))).toBe(0)
  expect(enter('2001:db8:1::1', at(3_600))).toBe(3_600)
  expect(enter('2001:db8:2::1', at(0))).toBe(0)
})

test('many sites can use up the common limit, and the first request of a new site still passes', () => {
  const enter = createAwaitingGate()
  const crowd = Array.from({ length: 50 }, (_, site) => Array.from({ length: 30 }, () => enter(`198.51.100.${site}`, at(0))))
  // The last networks have only one request each.
  expect(count(crowd.flat())).toBe(1_000 + 50 - Math.ceil(1_000 / 30))
  expect(enter('203.0.113.7', at(0))).toBe(0)
  expect(enter('203.0.113.7', at(0))).toBeGreaterThan(0)
  const strangers = Array.from({ length: 12_000 }, (_, site) =>
    enter(`10.${site >> 16}.${(site >> 8) & 255}.${site & 255}`, at(0)),
  )
  expect(count(strangers)).toBeLessThan(9_000)
  expect(enter('203.0.113.8', at(0))).toBe(4)
  expect(enter('203.0.113.8', at(4))).toBe(0)
})
