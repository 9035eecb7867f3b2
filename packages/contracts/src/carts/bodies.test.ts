import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import { addCoupon, addSeveralToCart } from './endpoints.ts'
import { cartAgentsBodySchema, checkoutBodySchema, purchaseBodySchema } from './schemas.ts'

const REFUSED = (field = '') => ({ refused: [field] })
type Row = [what: string, value: unknown, verdict: unknown]

describe('several applications are added by their ids', () => {
  const query = addSeveralToCart.query as z.ZodType
  const uuids = (count: number) =>
    Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `app-${index}`)
  test.each<Row>([
    ['one', 'a', { taken: { id: ['a'] } }],
    ['three', 'a,b,c', { taken: { id: ['a', 'b', 'c'] } }],
    ['one that is named twice', 'a,b,a', { taken: { id: ['a', 'b'] } }],
    ['empty parts', ',a,,b,', { taken: { id: ['a', 'b'] } }],
    // A full cart, of which nothing could be bought, is copied into the next cart.
    ['fifty', uuids(50).join(), { taken: { id: uuids(50) } }],
    ['fifty-one', ids(51).join(), REFUSED('id')],
    ['none', '', REFUSED('id')],
    ['only commas', ',,,', REFUSED('id')],
    ['one that is too long', letters(101), REFUSED('id.0')],
    ['more than an address should hold', letters(2_001), REFUSED('id')],
    ['no text', 7, REFUSED('id')],
  ])('%s', (_, id, verdict) => expect(verdictOf(query, { id })).toEqual(verdict))
})

describe('a coupon', () => {
  const params = addCoupon.params as z.ZodType
  test.each<Row>([
    ['as it is written', 'WELCOME10', { taken: { id: 'c', coupon: 'WELCOME10' } }],
    ['with blanks around', ' WELCOME10 ', { taken: { id: 'c', coupon: 'WELCOME10' } }],
    ['of blanks', '   ', REFUSED('coupon')],
    ['of 40 letters', letters(40), { taken: { id: 'c', coupon: letters(40) } }],
    ['of 41 letters', letters(41), REFUSED('coupon')],
  ])('%s', (_, coupon, verdict) => expect(verdictOf(params, { id: 'c', coupon })).toEqual(verdict))
})

describe('the agents of a cart', () => {
  test.each<Row>([
    ['everybody', { agents: null }, { taken: { agents: null } }],
    ['one agent', { agents: ['a'] }, { taken: { agents: ['a'] } }],
    // With an empty list, a purchase would be for nobody. Null means everybody.
    ['nobody', { agents: [] }, REFUSED('agents')],
    [
      'a thousand',
      { agents: Array.from({ length: 1_000 }, () => 'a') },
      { taken: { agents: Array.from({ length: 1_000 }, () => 'a') } },
    ],
    ['more', { agents: Array.from({ length: 1_001 }, () => 'a') }, REFUSED('agents')],
    ['an id that is too long', { agents: [letters(101)] }, REFUSED('agents.0')],
    ['a field that is left out', {}, REFUSED('agents')],
  ])('%s', (_, body, verdict) => expect(verdictOf(cartAgentsBodySchema, body)).toEqual(verdict))
})

describe('a checkout may bring an address', () => {
  test.each<Row>([
    ['no body', undefined, { taken: undefined }],
    ['null', null, { taken: null }],
    ['nothing in it', {}, { taken: {} }],
    ['a country', { country: 'de' }, { taken: { country: 'DE' } }],
    [
      'everything',
      { country: 'DE', zip: ' 10115 ', vat_id: 'de123456789' },
      { taken: { country: 'DE', zip: '10115', vat_id: 'DE123456789' } },
    ],
    ['an empty country', { country: '' }, REFUSED('country')],
    ['a null country', { country: null }, REFUSED('country')],
    ['an empty zip', { zip: '' }, REFUSED('zip')],
  ])('%s', (_, body, verdict) => expect(verdictOf(checkoutBodySchema, body)).toEqual(verdict))

  test('other fields, such as a price, are dropped', () => {
    const verdict = verdictOf(checkoutBodySchema, { country: 'DE', total: 1, discount: 99, seats: 1 })
    expect(verdict).toEqual({ taken: { country: 'DE' } })
    expect(refusedWith(cartAgentsBodySchema, { agents: null }, { seats: 5 })).toEqual([])
  })
})

describe('a purchase may say which cart was shown', () => {
  test.each<Row>([
    ['no body', undefined, { taken: undefined }],
    ['null', null, { taken: null }],
    ['nothing in it', {}, { taken: {} }],
    ['a checksum', { checksum: 'a1' }, { taken: { checksum: 'a1' } }],
    ['other fields, such as a price', { checksum: 'a1', total: 1 }, { taken: { checksum: 'a1' } }],
    ['no checksum', { checksum: null }, REFUSED('checksum')],
    ['a number', { checksum: 1 }, REFUSED('checksum')],
    ['a text that is too long', { checksum: letters(101) }, REFUSED('checksum')],
  ])('%s', (_, body, verdict) => expect(verdictOf(purchaseBodySchema, body)).toEqual(verdict))
})
