// Compares the gate and the limits of sign-in with their rules, for random attempts in random order.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delayAfterFailures } from '@marketplace/domain/pace'
import { createLimiter, createPacer } from './limiter.ts'
import { type CountedAttempt, createSignInGate } from './sign-in-gate.ts'

const START = 1_800_000_000_000
const at = (seconds: number) => new Date(START + seconds * 1_000)
const OWNER = 'owner@acme.test'
const from = (site: string, email = OWNER): CountedAttempt => ({ email, source: { kind: 'site', id: site } })
const known: CountedAttempt = { email: OWNER, source: { kind: 'device', id: 'the owner’s browser' } }

type Try = { site: string; email: string; wait: number; ends: 'wrong' | 'right' | 'not checked' }
const tries = fc.array(
  fc.record<Try>({
    site: fc.constantFrom('a', 'b', 'c'),
    email: fc.constantFrom(OWNER, 'other@acme.test'),
    wait: fc.constantFrom(0, 0, 0, 1, 2, 30, 3_600),
    ends: fc.constantFrom('wrong', 'wrong', 'wrong', 'right', 'not checked'),
  }),
  { maxLength: 60 },
)

describe('the gate', () => {
  test('lets the owner in at once from a known browser, whatever attempts others make', () => {
    fc.assert(
      fc.property(tries, (all) => {
        const gate = createSignInGate()
        let now = 0
        for (const { site, email, wait, ends } of all) {
          now += wait
          const attempt = from(site, email)
          if (gate.enter(attempt, at(now)).waitSeconds > 0) continue
          if (ends === 'right') gate.succeed(attempt)
          if (ends === 'not checked') gate.withdraw(attempt)
        }
        expect(gate.enter(known, at(now)).waitSeconds).toBe(0)
      }),
    )
  })

  test('makes a guesser wait exactly as long as the rule says', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 2, 5, 60, 900), { maxLength: 40 }), (waits) => {
        const gate = createSignInGate()
        let [now, wrong, last] = [0, 0, 0]
        for (const wait of waits) {
          now += wait
          const due = wrong === 0 ? 0 : Math.max(0, last + delayAfterFailures(wrong) - now)
          const { waitSeconds } = gate.enter(known, at(now))
          expect(waitSeconds).toBe(due)
          if (due === 0) [wrong, last] = [wrong + 1, now]
        }
      }),
    )
  })

  test('a withdrawn attempt changes nothing', () => {
    fc.assert(
      fc.property(tries, fc.array(fc.nat(40), { maxLength: 5 }), (all, unchecked) => {
        const [one, two] = [createSignInGate(), createSignInGate()]
        let now = 0
        for (const [index, { wait, ends }] of all.entries()) {
          now += wait
          // Only the first gate gets extra attempts, which are withdrawn, as if too many passwords were waiting.
          if (unchecked.includes(index) && one.enter(known, at(now)).waitSeconds === 0) one.withdraw(known)
          const [first, second] = [one.enter(known, at(now)), two.enter(known, at(now))]
          expect(first.waitSeconds).toBe(second.waitSeconds)
          if (first.waitSeconds > 0) continue
          for (const gate of [one, two]) {
            if (ends === 'right') gate.succeed(known)
            if (ends === 'not checked') gate.withdraw(known)
          }
        }
      }),
    )
  })

  test('a withdrawn attempt does not restart the wait after wrong passwords', () => {
    const gate = createSignInGate()
    for (let wrong = 0; wrong < 6; wrong += 1) gate.enter(known, at(wrong))
    expect(gate.enter(known, at(6)).waitSeconds).toBe(1)
    expect(gate.enter(known, at(7)).waitSeconds).toBe(0)
    gate.withdraw(known)
    expect(gate.enter(known, at(7)).waitSeconds).toBe(0)
  })

  test('counts each of a hundred simultaneous attempts', () => {
    const gate = createSignInGate()
    const entered = Array.from({ length: 100 }, () => gate.enter(known, at(0))).filter(({ waitSeconds }) => waitSeconds === 0)
    expect(entered).toHaveLength(5)
  })

  test('one site tries forty passwords, and then one every ten seconds, over all accounts', () => {
    const gate = createSignInGate()
    let tried = 0
    for (let second = 0; second < 3_600; second += 1)
      for (let each = 0; each < 3; each += 1)
        if (gate.enter(from('a', `victim-${second}-${each}@acme.test`), at(second)).waitSeconds === 0) tried += 1
    expect(tried).toBe(40 + 359)
  })
})

describe('a limit in a window', () => {
  test('allows a fixed number of hits in each window, which begins with the first hit', () => {
    const hits = fc.array(fc.record({ key: fc.constantFrom('a', 'b', '__proto__'), wait: fc.nat(40) }), { maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), hits, (max, all) => {
        const limiter = createLimiter({ max, seconds: 60 })
        const windows = new Map<string, { count: number; ends: number }>()
        let now = 0
        for (const { key, wait } of all) {
          now += wait
          const found = windows.get(key)
          const window = found && found.ends > now ? found : { count: 0, ends: now + 60 }
          expect(limiter.isFull(key, at(now))).toBe(window.count >= max)
          window.count += 1
          windows.set(key, window)
          expect(limiter.hit(key, at(now))).toBe(window.count <= max)
        }
      }),
    )
  })

  test('starts again after a key was forgotten', () => {
    const limiter = createLimiter({ max: 1, seconds: 60 })
    expect([limiter.hit('a', at(0)), limiter.hit('a', at(0))]).toEqual([true, false])
    limiter.forget('a')
    expect([limiter.isFull('a', at(0)), limiter.hit('a', at(0))]).toEqual([false, true])
    limiter.forget('unknown')
  })
})

describe('a pace', () => {
  test('never allows more than its burst plus the rate over the elapsed time', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(30), { maxLength: 80 }), (waits) => {
        const pacer = createPacer({ burst: 3, everySeconds: 10 })
        let [now, through] = [0, 0]
        for (const wait of waits) {
          now += wait
          const waitSeconds = pacer.wait('a', at(now))
          if (waitSeconds === 0) {
            pacer.count('a', at(now))
            through += 1
          } else {
            // The returned waiting time is exact.
            expect(pacer.wait('a', at(now + waitSeconds))).toBe(0)
            expect(pacer.wait('a', at(now + waitSeconds - 0.5))).toBeGreaterThan(0)
          }
          expect(through).toBeLessThanOrEqual(3 + Math.floor(now / 10))
        }
        expect(pacer.wait('another', at(now))).toBe(0)
      }),
    )
  })
})
