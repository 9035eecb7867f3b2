import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CART, CART_STATES, type CartCommand } from './cart-states.ts'
import { DIRECT_STATES, RECURRENT_STATES } from '@marketplace/contracts/charges/states'
import { DIRECT, keepsAccess, RECURRENT, shownStatus } from './charge-states.ts'
import { stepOf, type Transitions } from './transitions.ts'

/** All states that commands can reach from a state. */
const reachable = <S extends string, C extends string>(table: Transitions<S, C>, from: S): Set<S> => {
  const seen = new Set<S>([from])
  for (const state of seen) for (const to of Object.values<S | undefined>(table[state])) if (to !== undefined) seen.add(to)
  return seen
}

describe('recurrent charges', () => {
  test('every state is reached', () => {
    expect([...reachable(RECURRENT, 'pending')].toSorted()).toEqual([...RECURRENT_STATES].toSorted())
  })
  test.each([
    ['pending', 'accept', { kind: 'moved', to: 'accepted' }],
    ['accepted', 'accept', { kind: 'repeated' }],
    ['accepted', 'expire', { kind: 'moved', to: 'declined' }],
    ['pending', 'expire', { kind: 'illegal' }],
    ['processed', 'expire', { kind: 'illegal' }],
    ['active', 'expire', { kind: 'illegal' }],
    ['active', 'activate', { kind: 'repeated' }],
    ['cancelled', 'cancel', { kind: 'repeated' }],
    ['declined', 'decline', { kind: 'repeated' }],
    ['declined', 'accept', { kind: 'illegal' }],
    ['pending', 'activate', { kind: 'illegal' }],
    ['active', 'decline', { kind: 'illegal' }],
    ['active', 'fail', { kind: 'moved', to: 'past_due' }],
    ['past_due', 'freeze', { kind: 'moved', to: 'frozen' }],
    ['past_due', 'waive', { kind: 'moved', to: 'active' }],
    ['active', 'waive', { kind: 'repeated' }],
    ['frozen', 'waive', { kind: 'illegal' }],
    ['frozen', 'pay', { kind: 'moved', to: 'active' }],
    ['frozen', 'activate', { kind: 'illegal' }],
    ['cancelled', 'pay', { kind: 'illegal' }],
  ] as const)('%s and %s', (state, command, step) => {
    expect(stepOf(RECURRENT, state, command)).toEqual(step)
  })
  test('declined and cancelled are final', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('declined' as const, 'cancelled' as const),
        fc.constantFrom('accept', 'decline', 'expire', 'cancel', 'activate', 'pay', 'waive', 'fail', 'refuse', 'freeze'),
        (state, command) => {
          expect(stepOf(RECURRENT, state, command as 'accept').kind).not.toBe('moved')
        },
      ),
    )
  })
  test('each state has a published status, and access or not', () => {
    expect(RECURRENT_STATES.map((state) => [state, shownStatus(state), keepsAccess(state)])).toEqual([
      ['pending', 'pending', false],
      ['accepted', 'accepted', false],
      ['processed', 'accepted', false],
      ['active', 'active', true],
      ['past_due', 'active', true],
      ['frozen', 'frozen', false],
      ['declined', 'declined', false],
      ['cancelled', 'cancelled', false],
    ])
  })
})

describe('direct charges', () => {
  test('every state is reached', () => {
    expect([...reachable(DIRECT, 'pending')].toSorted()).toEqual([...DIRECT_STATES].toSorted())
  })
  test('success, failed and declined are final', () => {
    for (const state of ['success', 'failed', 'declined'] as const)
      for (const command of ['accept', 'decline', 'expire', 'activate', 'pay', 'refuse'] as const)
        expect(stepOf(DIRECT, state, command).kind).not.toBe('moved')
  })
  test('one that was agreed to and never paid fails, and a payment that has begun does not expire', () => {
    expect(stepOf(DIRECT, 'accepted', 'expire')).toEqual({ kind: 'moved', to: 'failed' })
    for (const state of ['pending', 'processed'] as const) expect(stepOf(DIRECT, state, 'expire').kind).toBe('illegal')
  })
})

describe('carts', () => {
  const commands: CartCommand[] = ['change', 'checkout', 'leave', 'expire', 'purchase', 'settle', 'release', 'close']
  test('every state is reached', () => {
    expect([...reachable(CART, 'open')].toSorted()).toEqual([...CART_STATES].toSorted())
  })
  test('a cart changes only while it is open', () => {
    expect(CART_STATES.filter((state) => stepOf(CART, state, 'change').kind === 'repeated')).toEqual(['open'])
  })
  test('a cart cannot be closed or left while a payment is under way', () => {
    for (const command of ['close', 'leave', 'expire', 'checkout', 'change'] as const)
      expect(stepOf(CART, 'processing', command)).toEqual({ kind: 'illegal' })
  })
  test('purchased and closed are final', () => {
    for (const command of commands) expect(stepOf(CART, 'purchased', command).kind).not.toBe('moved')
    for (const command of commands) expect(stepOf(CART, 'closed', command).kind).not.toBe('moved')
  })
})
