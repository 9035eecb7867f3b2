import { describe, expect, test } from 'vitest'
import { type CountedAttempt, createSignInGate } from './sign-in-gate.ts'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000)
const from = (id: string, email = 'owner@acme.test'): CountedAttempt => ({ email, source: { kind: 'site', id } })
const atDevice = (id: string, email = 'owner@acme.test'): CountedAttempt => ({ email, source: { kind: 'device', id } })

describe('the gate of sign-in', () => {
  test('forgets wrong passwords after an hour without one', () => {
    const gate = createSignInGate()
    for (let count = 0; count < 5; count++) expect(gate.enter(from('a'), at(0)).waitSeconds).toBe(0)
    expect(gate.enter(from('a'), at(0)).waitSeconds).toBe(1)
    for (let count = 0; count < 5; count++) expect(gate.enter(from('a'), at(3_600)).waitSeconds).toBe(0)
  })

  test('marks the first refusal after each wrong password as news', () => {
    const gate = createSignInGate()
    for (let count = 0; count < 5; count++) gate.enter(from('a'), at(0))
    expect([gate.enter(from('a'), at(0)).isNews, gate.enter(from('a'), at(0)).isNews]).toEqual([true, false])
    expect(gate.enter(from('a'), at(1))).toEqual({ waitSeconds: 0, isNews: false })
    expect(gate.enter(from('a'), at(1))).toEqual({ waitSeconds: 2, isNews: true })
  })

  test('does not count right or withdrawn attempts as wrong', () => {
    const gate = createSignInGate()
    for (let count = 0; count < 500; count++) {
      expect(gate.enter(from('office', `${count}@acme.test`), at(0)).waitSeconds).toBe(0)
      gate.succeed(from('office', `${count}@acme.test`))
    }
    for (let count = 0; count < 500; count++) {
      expect(gate.enter(from('office'), at(0)).waitSeconds).toBe(0)
      gate.withdraw(from('office'))
    }
  })

  test('a crowd with one attempt for each address is slowed down in the end; a known browser is not', () => {
    const gate = createSignInGate()
    let passed = 0
    for (let address = 0; address < 5_000; address++) if (gate.enter(from(`n${address}`), at(0)).waitSeconds === 0) passed++
    expect(passed).toBe(1_000)
    const { waitSeconds } = gate.enter(from('another'), at(0))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(36)
    for (let count = 0; count < 5; count++) expect(gate.enter(atDevice('d'), at(0)).waitSeconds).toBe(0)
    // Other accounts do not have to wait.
    expect(gate.enter(from('another', 'owner@globex.test'), at(0)).waitSeconds).toBe(0)
  })

  test('a site cannot lock other sites out of an account, however long it tries', () => {
    const gate = createSignInGate()
    let passed = 0
    for (let second = 0; second < 60_000; second++) if (gate.enter(from('site'), at(second)).waitSeconds === 0) passed++
    expect(passed).toBeLessThan(100)
    expect(gate.enter(from('another'), at(60_000)).waitSeconds).toBe(0)
  })

  test('a known browser waits for its own wrong passwords only', () => {
    const gate = createSignInGate()
    for (let count = 0; count < 5; count++) gate.enter(atDevice('d'), at(0))
    expect(gate.enter(atDevice('d'), at(0)).waitSeconds).toBe(1)
    expect(gate.enter(atDevice('e'), at(0)).waitSeconds).toBe(0)
  })

  test('a flood of invented accounts does not delete the count of an account under attack', () => {
    const gate = createSignInGate()
    for (let count = 0; count < 12; count++) gate.enter(from('a'), at(2_000 * count))
    for (let count = 0; count < 25_000; count++) {
      if (count % 1_000 === 0) expect(gate.enter(from('a'), at(22_000)).waitSeconds).toBeGreaterThan(0)
      gate.enter(from(`n${count}`, `made-up-${count}@acme.test`), at(22_000))
    }
    expect(gate.enter(from('a'), at(22_000)).waitSeconds).toBeGreaterThan(0)
  })
})
