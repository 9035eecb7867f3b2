// Tests carts that are taxed at another place than the organization's address, and totals that the provider cannot charge.
import { expect, test } from 'vitest'
import type { InvoiceDocument } from '@marketplace/contracts/billing/schemas'
import type { Cart } from '@marketplace/contracts/carts/schemas'
import { type Shop, useShop } from '../../../test/purchases.ts'
import { ublOf } from '../billing/invoices/ubl.ts'

let shop: Shop
useShop((opened) => {
  shop = opened
})

const owner = () => shop.acme.people.owner
const buyAt = async (place: object, ...slugs: string[]) => {
  const { id } = await shop.cartOf(owner(), ...slugs)
  const locked = (await shop.call(owner(), 'PATCH', `/${id}/checkout`, place)).json<Cart>()
  expect((await shop.buy(owner(), id)).body.status).toBe('purchased')
  expect(await shop.violations()).toEqual([])
  return locked
}
const lastInvoice = async (): Promise<InvoiceDocument> => {
  const [row] = await shop.sql<{ document: InvoiceDocument }>('select document from invoices order by number desc limit 1')
  if (!row) throw new Error('there is no invoice')
  return row.document
}

test('the invoice names the place whose tax was paid, and says that the buyer accounts for it', async () => {
  await buyAt({ country: 'DE', zip: '10115', vat_id: 'DE123456789' }, 'once')
  const invoice = await lastInvoice()
  expect(invoice).toMatchObject({
    tax: 0,
    reverse_charge: true,
    buyer: { country: 'DE', zip: '10115', state: null, street: null, city: null, vat_id: 'DE123456789' },
  })
  expect(ublOf(invoice)).toContain('<cbc:ID>AE</cbc:ID>')
  await buyAt({ country: 'DE' }, 'licence')
  expect(await lastInvoice()).toMatchObject({ tax_name: 'VAT', tax: 570, buyer: { country: 'DE', zip: null, vat_id: null } })
  // The organization's own address is unchanged.
  const [profile] = await shop.sql('select country, zip from billing_profiles where organization_id = $1', [shop.acme.id])
  expect(profile).toEqual({ country: 'US', zip: '75201' })
})

test('an id that has not the form of the country’s pays the tax, and does not stand on the invoice', async () => {
  await buyAt({ country: 'DE', zip: '10115', vat_id: 'DE123' }, 'once')
  expect(await lastInvoice()).toMatchObject({ reverse_charge: false, tax_name: 'VAT', buyer: { country: 'DE', vat_id: null } })
})

test('the place of the first purchase is the address of an organization that has none: renewals cost what was shown', async () => {
  await shop.sql('update billing_profiles set country = null, state = null, zip = null where organization_id = $1', [
    shop.acme.id,
  ])
  try {
    await buyAt({ country: 'US', zip: '75201' }, 'licence')
    const [profile] = await shop.sql('select country, state, zip from billing_profiles where organization_id = $1', [
      shop.acme.id,
    ])
    expect(profile).toEqual({ country: 'US', state: 'TX', zip: '75201' })
  } finally {
    await shop.sql(`update billing_profiles set country = 'US', state = 'TX', zip = '75201' where organization_id = $1`, [
      shop.acme.id,
    ])
  }
})

test('a total that the provider would refuse again and again is not checked out, and not asked for', async () => {
  const price = (cents: number, slug: string) =>
    shop.sql('update plans set price_cents = $1 where application_id = $2', [cents, shop.idOf(slug)])
  await price(99_999_999, 'once')
  await price(99_999_999, 'trial')
  try {
    for (const slug of ['once', 'trial']) {
      const { id } = await shop.cartOf(owner(), slug)
      const refused = await shop.call(owner(), 'PATCH', `/${id}/checkout`, {})
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'TOTAL_TOO_LARGE'])
      expect((await shop.call(owner(), 'GET', `/${id}`)).json<Cart>().can.checkout).toBe(false)
      await shop.call(owner(), 'DELETE', `/${id}`)
    }
    const [plan] = await shop.sql<{ id: string }>('select id from plans where application_id = $1', [shop.idOf('once')])
    const made = await shop.ask(owner(), 'POST', `/api/v2/applications/${shop.idOf('once')}/create-charge`, { plan_id: plan?.id })
    expect(made.statusCode).toBe(201)
    const { id } = made.json<{ id: string }>()
    const activated = await shop.ask(owner(), 'PUT', `/billing/v3/direct_charge/livechat/${id}/activate`)
    expect([activated.statusCode, activated.json().code]).toEqual([422, 'TOTAL_TOO_LARGE'])
  } finally {
    await price(4_900, 'once')
    await price(1_200, 'trial')
  }
  expect(await shop.sql('select 1 from payment_attempts')).toEqual([])
})

test('a card number in an address is refused, and nothing of it is kept', async () => {
  const { id } = await shop.cartOf(owner(), 'once')
  const refused = await shop.call(owner(), 'PATCH', `/${id}/checkout`, { zip: '4242424242424242' })
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'CARD_NUMBER_SENT'])
  const address = { name: 'Acme 4242 4242 4242 4242', country: 'US', zip: '75201', city: null, street: null, vat_id: null }
  const answer = await shop.ask(owner(), 'PUT', '/billing/v3/account/address', address)
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'CARD_NUMBER_SENT'])
  expect(await shop.sql(`select 1 from carts where quote::text like '%4242424242%'`)).toEqual([])
})

test('digits in an id are not a card number: such a plan can be bought, and Japan’s VAT ids have 13 of them', async () => {
  const planId = '42424242-4242-4242-8000-000000000000'
  await shop.sql('update plans set id = $1 where application_id = $2', [planId, shop.idOf('once')])
  const charge = await shop.ask(owner(), 'POST', `/api/v2/applications/${shop.idOf('once')}/create-charge`, { plan_id: planId })
  expect(charge.statusCode).toBe(201)
  await buyAt({ country: 'JP', zip: '100-0001', vat_id: 'JPT4222222222222' }, 'once')
  expect(await lastInvoice()).toMatchObject({ buyer: { country: 'JP', vat_id: 'JPT4222222222222' } })
})
