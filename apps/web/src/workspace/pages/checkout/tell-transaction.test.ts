import type { MessageToHost } from '@marketplace/contracts/host-messages/messages'
import { beforeEach, describe, expect, it } from 'vitest'
import { onTold } from '../../../lib/host/tell-host.ts'
import type { Charge } from '../../../lib/purchases/charge-status.ts'
import { beginPurchase } from '../../../lib/purchases/purchases.ts'
import { tellAgreed, tellTransaction } from './tell-transaction.ts'

let told: MessageToHost[] = []
beforeEach(() => {
  told = []
  onTold((message) => told.push(message))
})

let charges = 0
const charge = (given: object): Charge => ({ id: `charge-${++charges}`, application: null, ...given }) as Charge

describe('the end of a charge', () => {
  it.each([
    ['paid', { status: 'success' }, 'direct_charge', 'transaction_accepted', {}],
    ['paid', { status: 'active', state: 'active' }, 'recurrent_charge', 'transaction_accepted', {}],
    ['ended', { status: 'declined' }, 'direct_charge', 'transaction_declined', {}],
    [
      'ended',
      { status: 'cancelled', state: 'cancelled' },
      'recurrent_charge',
      'transaction_failed',
      { error: 'Payment declined/cancelled' },
    ],
    ['failed', { status: 'failed' }, 'direct_charge', 'transaction_failed', { error: 'Payment failed' }],
  ] as const)('%s, %j: a %s is told as %s', (status, given, chargeType, type, more) => {
    const ended = charge(given)
    tellTransaction(ended, 'livechat', status)
    expect(told).toEqual([{ type, data: { chargeId: ended.id, chargeType, ...more } }])
    // A second call tells nothing.
    tellTransaction(ended, 'livechat', status)
    expect(told).toHaveLength(1)
  })

  it('is not told as a failure of a subscription that was cancelled after it had begun', () => {
    tellTransaction(
      charge({ status: 'cancelled', state: 'cancelled', current_charge_at: '2026-11-22T10:00:00Z' }),
      'livechat',
      'over',
    )
    expect(told).toEqual([])
  })

  it('is not told before it has come', () => {
    for (const status of ['waiting', 'running'] as const) tellTransaction(charge({ status: 'pending' }), 'livechat', status)
    expect(told).toEqual([])
  })

  it('is no purchase of this tab if it was paid before', () => {
    const application = { id: '7', slug: 'reports', name: 'Reports', icon: null, isService: false }
    tellTransaction(charge({ status: 'success', application }), 'livechat', 'paid')
    expect(told.map(({ type }) => type)).toEqual(['transaction_accepted'])
  })

  it.each([
    ['paid', { status: 'success' }, ['transaction_accepted', 'app_purchased']],
    ['failed', { status: 'failed' }, ['transaction_accepted', 'transaction_failed']],
  ] as const)('is told after the buyer’s acceptance: %s', (standing, given, types) => {
    const application = { id: '7', slug: 'reports', name: 'Reports', icon: null, isService: false }
    const offered = charge({ status: 'accepted', application })
    beginPurchase(offered.id)
    tellAgreed(offered, 'livechat')
    expect(told.map(({ type }) => type)).toEqual(['transaction_accepted'])
    tellTransaction({ ...offered, ...given } as Charge, 'livechat', standing)
    expect(told.map(({ type }) => type)).toEqual(types)
  })

  it('names the application that has sold it, and no more of it', () => {
    const application = { id: '7', slug: 'reports', name: 'Reports', icon: null, isService: false }
    const paid = charge({ status: 'success', application })
    beginPurchase(paid.id)
    tellTransaction(paid, 'helpdesk', 'paid')
    expect(told[1]).toEqual({
      type: 'app_purchased',
      data: { id: '7', slug: 'reports', name: 'Reports', product: 'helpdesk', chargeId: paid.id, chargeType: 'direct_charge' },
    })
  })
})
