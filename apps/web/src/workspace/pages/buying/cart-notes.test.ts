import type { Cart, CartProduct } from '@marketplace/contracts/carts/schemas'
import { expect, test } from 'vitest'
import { forNobody, needsReview, noteText, splitPurchased, unpaidCause } from './cart-notes.ts'

const product = (note: CartProduct['note'], purchasedAt: string | null = null, of: CartProduct['product'] = 'livechat') =>
  ({ note, purchasedAt, product: of }) as CartProduct
const bought = product(null, '2026-11-22T10:00:00Z')

test.each([
  ['billing-error', 'livechat', 'Payment failed'],
  ['product-inactive', 'livechat', 'Was not installed, please activate Live Chat first'],
  ['product-inactive', 'helpdesk', 'Was not installed, please activate Help Desk first'],
  ['not-installed', 'livechat', 'Was not installed, please contact support'],
  [null, 'livechat', null],
] as const)('%s of %s is said as "%s"', (note, of, said) => expect(noteText(product(note, null, of))).toBe(said))

test.each([
  ['all was bought', [bought], false],
  ['only inactive products were not', [bought, product('product-inactive')], false],
  ['nothing but inactive products', [product('product-inactive')], false],
  ['something was not paid', [bought, product('billing-error')], true],
  ['something was not installed', [product('not-installed'), product('product-inactive')], true],
  ['something has no note at all', [product(null)], true],
])('%s', (_, products, expected) => expect(needsReview(products)).toBe(expected))

test('bought products are separate from the others', () => {
  const failed = product('not-installed')
  expect(splitPurchased([bought, failed])).toEqual({ bought: [bought], failed: [failed] })
})

test.each([
  ['the card, which the bank refused', ['billing-error', 'billing-error'], 'card'],
  ['an application that could not be installed', ['not-installed'], 'not-installed'],
  ['the same, beside an inactive product', ['product-inactive', 'not-installed'], 'not-installed'],
  ['the provider, which did not answer', [null, null], 'provider'],
] as const)('what was not paid, because of %s', (_, notes, expected) =>
  expect(unpaidCause(notes.map((note) => product(note)))).toBe(expected),
)

test.each<[what: string, agentsChosen: boolean, agents: Cart['agents'], expected: string[]]>([
  ['everybody', false, [], []],
  [
    'chosen agents of both products',
    true,
    [
      { product: 'livechat', agent: 'a' },
      { product: 'helpdesk', agent: 'b' },
    ],
    [],
  ],
  ['chosen agents of one product', true, [{ product: 'livechat', agent: 'a' }], ['Desk']],
  ['chosen agents who are all suspended', true, [], ['Chat', 'Desk']],
])('what is for nobody: %s', (_, agentsChosen, agents, expected) => {
  const products = [
    { name: 'Chat', product: 'livechat' },
    { name: 'Desk', product: 'helpdesk' },
  ] as CartProduct[]
  expect(forNobody({ agents, agentsChosen, products })).toEqual(expected)
})
