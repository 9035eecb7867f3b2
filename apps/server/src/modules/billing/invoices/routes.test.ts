import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarketplace, type TestMarketplace } from '../../../../test/marketplace.ts'
import { auditSales, openShop, type Shop } from '../../../../test/sold.ts'

let market: TestMarketplace
let shop: Shop
let owner: TestMarketplace['acme']['people']['owner']

beforeAll(async () => {
  market = await openTestMarketplace()
  owner = market.acme.people.owner
  shop = await openShop(market.store, { name: 'Żółć & Söhne', country: 'PL' }, market.acme)
})
auditSales(() => market.store)
afterAll(() => market.close())

const ask = (path: string, who: { token: string } | null = owner) => market.ask(who, 'GET', `/billing/v3/invoices${path}`)

describe('the list of invoices', () => {
  test('has 20 a page, the newest first', async () => {
    for (let count = 0; count < 23; count++) await shop.sell([shop.line({ description: `Sale ${count}` })])
    const first = (await ask('')).json()
    expect(first).toMatchObject({ total: 23 })
    expect(first.result).toHaveLength(20)
    expect(first.result[0]).toEqual({
      id: expect.any(String),
      kind: 'invoice',
      number: 'INV-000023',
      issued_at: '2026-11-20T12:00:00.000Z',
      total: 1_230,
      tax: 230,
      currency: 'usd',
      description: 'Sale 22',
      corrects: null,
    })
    const second = (await ask('?page=2')).json()
    expect(second.result.map(({ number }: { number: string }) => number)).toEqual(['INV-000003', 'INV-000002', 'INV-000001'])
    expect((await ask('?page=3')).json()).toEqual({ result: [], total: 23 })
  })

  test.each(['0', '-1', 'x', '10001', '1.5'])('has no page %s', async (page) => {
    expect((await ask(`?page=${page}`)).statusCode).toBe(400)
  })

  test('is of the own organization, and for those who pay', async () => {
    expect((await ask('', market.globex.people.owner)).json()).toEqual({ result: [], total: 0 })
    expect((await ask('', market.acme.people.administrator)).statusCode).toBe(403)
    expect((await ask('', null)).statusCode).toBe(401)
  })
})

describe('an invoice', () => {
  test('is answered whole', async () => {
    const { invoice } = await shop.sell([shop.line({ quantity: 3, discount: 500 }), shop.line({ periodEnd: null })])
    const answer = await ask(`/${invoice.id}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      id: invoice.id,
      buyer: { name: 'Żółć & Söhne', country: 'PL' },
      lines: [
        { unit_price: 1_000, quantity: 3, discount: 500, net: 2_500, tax_rate: 23, tax: 575, total: 3_075 },
        { period_end: null },
      ],
      net: 3_500,
      tax: 805,
      total: 4_305,
    })
    expect(answer.json()).not.toHaveProperty('card')
  })

  test.each(['', '/pdf', '/ubl'])('of another organization is not there: %s', async (file) => {
    const { invoice } = await shop.sell([shop.line()])
    const answers = await Promise.all([
      ask(`/${invoice.id}${file}`, market.globex.people.owner),
      ask(`/none${file}`),
      ask(`/a%00b${file}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(answers[0]?.json()).toMatchObject({ code: 'INVOICE_NOT_FOUND' })
    expect((await ask(`/${invoice.id}${file}`, market.acme.people.normal)).statusCode).toBe(403)
  })

  test('as UBL is a file', async () => {
    const { invoice } = await shop.sell([shop.line()])
    const answer = await ask(`/${invoice.id}/ubl`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${invoice.document.number}.xml"`,
    })
    expect(answer.body).toContain('<cbc:RegistrationName>Żółć &amp; Söhne</cbc:RegistrationName>')
  })
})

describe('an invoice as PDF', () => {
  test('is a tagged file whose text can be read, the same each time', async () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      shop.line({ description: `Helper ${index} Ελληνικά \u0001\u202E`, discount: index, quantity: index + 1 }),
    )
    const { sales, invoice } = await shop.sell(lines)
    const [first, second] = await Promise.all([ask(`/${invoice.id}/pdf`), ask(`/${invoice.id}/pdf`)])
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice.document.number}.pdf"`,
    })
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true)

    const pdf = await getDocument({ data: new Uint8Array(first.rawPayload), verbosity: 0 }).promise
    expect((await pdf.getMetadata()).info).toMatchObject({ Title: `Invoice ${invoice.document.number}`, Language: 'en' })
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
    const texts = await Promise.all(pages.map((page) => page.getTextContent()))
    const items = texts.flatMap(({ items }) => items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : [])))
    const text = items.map(({ str }) => str).join('\n')
    for (const part of ['Żółć & Söhne', 'Helper 39 Ελληνικά', 'VAT 23 %', `page 2 of ${pdf.numPages}`])
      expect(text).toContain(part)
    expect(JSON.stringify(await pages[0]?.getStructTree())).toMatch(/"Document".*"H1".*"Table".*"TR".*"TH"/)

    // The totals of all lines are aligned at their ends.
    const totals = new Set(sales.map(({ total }) => `$${(total / 100).toFixed(2)}`))
    const ends = items
      .filter(({ str, transform }) => totals.has(str) && transform[4] > 460)
      .map(({ transform, width }) => Math.round(transform[4] + width))
    expect(ends.length).toBeGreaterThanOrEqual(40)
    expect(new Set(ends).size).toBe(1)
  })
})
