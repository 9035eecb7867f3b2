import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import { getStatement, listPayouts, listSales, movePayout, refundSale, requestPayout } from './payout-endpoints.ts'
import { PAYOUT_STATES } from './payout-schemas.ts'

type Row = [what: string, change: object, refused: string[]]
const body = (endpoint: { body: z.ZodType }) => endpoint.body

describe('a refund', () => {
  const right = { sale_id: 's', cents: 100, note: 'A mistake.' }
  test.each<Row>([
    ['of a part', {}, []],
    ['of all that is left', { cents: null }, []],
    // A missing amount does not mean a full refund.
    ['of an amount that nobody has said', { cents: undefined }, ['cents']],
    ['of nothing', { cents: 0 }, ['cents']],
    ['of a debt', { cents: -1 }, ['cents']],
    ['of half a cent', { cents: 0.5 }, ['cents']],
    ['of a text', { cents: '100' }, ['cents']],
    ['of more than there is money', { cents: 999_999_990_001 }, ['cents']],
    ['of no sale', { sale_id: '' }, ['sale_id']],
    ['without a reason', { note: undefined }, ['note']],
    ['for blanks', { note: '  \n ' }, ['note']],
    ['for a reason of 500 letters', { note: letters(500) }, []],
    ['for a longer one', { note: letters(501) }, ['note']],
  ])('%s', (_, change, refused) => expect(refusedWith(body(refundSale), right, change)).toEqual(refused))

  test('has its reason without the blanks around it', () => {
    expect(verdictOf(body(refundSale), { ...right, note: ' A mistake. ' })).toEqual({ taken: right })
  })
})

describe('a payout', () => {
  test.each<[unknown, boolean]>([
    [1, true],
    [null, true],
    [undefined, false],
    [0, false],
    [-1, false],
    [1.5, false],
    ['100', false],
    [999_999_990_000, true],
    [999_999_990_001, false],
    [Number.MAX_SAFE_INTEGER + 1, false],
  ])('of %s cents is asked for: %s', (cents, isTaken) => {
    expect(refusedWith(body(requestPayout), {}, { cents })).toEqual(isTaken ? [] : ['cents'])
  })

  test.each<[object, object]>([
    [{ command: 'pay', reference: ' bank 1 ', note: ' paid ' }, { taken: { command: 'pay', reference: 'bank 1', note: 'paid' } }],
    [{ command: 'hold' }, { taken: { command: 'hold', reference: null, note: null } }],
    [{ command: 'cancel', reference: null, note: null }, { taken: { command: 'cancel', reference: null, note: null } }],
    [{ command: 'paid' }, { refused: ['command'] }],
    [{ command: 'constructor' }, { refused: ['command'] }],
    [{}, { refused: ['command'] }],
    [{ command: 'pay', reference: '' }, { refused: ['reference'] }],
    [{ command: 'pay', reference: '   ' }, { refused: ['reference'] }],
    [{ command: 'fail', note: ' ' }, { refused: ['note'] }],
    [{ command: 'pay', state: 'paid', amount: 1 }, { taken: { command: 'pay', reference: null, note: null } }],
  ])('%j moves it: %j', (sent, verdict) => expect(verdictOf(body(movePayout), sent)).toEqual(verdict))
})

describe('queries', () => {
  test.each<[string, boolean]>([
    ['2026-11', true],
    ['2026-01', true],
    ['2026-12', true],
    ['2026-00', false],
    ['2026-13', false],
    ['2026-1', false],
    ['26-11', false],
    ['2026-11-01', false],
    ['2026-11\n', false],
    ['٢٠٢٦-11', false],
    ['', false],
  ])('a statement of %j: %s', (month, isTaken) => {
    expect(refusedWith(getStatement.params, { id: 'd' }, { month })).toEqual(isTaken ? [] : ['month'])
  })

  test.each<[string, boolean]>([
    ['INV-000123', true],
    ['INV-1', true],
    ['INV-1234567890', false],
    ['INV-', false],
    ['CN-000012', false],
    ['inv-1', false],
    ["INV-1' or 1=1", false],
    ['INV-1%', false],
  ])('a sale by its invoice %j: %s', (invoice, isTaken) => {
    expect(refusedWith(listSales.query, {}, { invoice })).toEqual(isTaken ? [] : ['invoice'])
  })

  test('payouts in one state, or all', () => {
    for (const state of PAYOUT_STATES) expect(verdictOf(listPayouts.query, { state })).toEqual({ taken: { state, page: 1 } })
    expect(verdictOf(listPayouts.query, {})).toEqual({ taken: { page: 1 } })
    expect(verdictOf(listPayouts.query, { state: 'owed', page: '0' })).toEqual({ refused: ['page', 'state'] })
  })
})
