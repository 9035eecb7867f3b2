// Tests which OAuth clients a line may name.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogueLine } from '@marketplace/testkit/line'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(() => store.clear('applications', 'developers'))

const line = (slug: string, company: string | null | undefined, clientId: string | null | undefined) => ({
  ...catalogueLine(slug, { company: company === null ? null : { name: company } }),
  ...(company === undefined && { company: undefined }),
  ...(clientId !== undefined && { authorization: clientId && { clientId, scopes: ['chats--all:ro'] } }),
})
const clients = async () => {
  const { rows } = await store.client.pool.query<{ slug: string; client: string | null }>(
    `select slug, "authorization" ->> 'clientId' as client from applications order by slug`,
  )
  return Object.fromEntries(rows.map(({ slug, client }) => [slug, client]))
}
const belongs = (client: string, slug: string) => `authorization.clientId: ${client} belongs to the developer of ${slug}`

describe('a line that names a client', () => {
  test('is refused for another developer’s client, and the other lines are imported', async () => {
    await store.importLines([line('first', 'Larkspur', 'lark')])
    const { remarks, refused, created } = await store.importLines([
      line('theirs', 'Northwind', 'lark'),
      line('nobodys', null, 'lark'),
      line('own', 'larkspur', 'lark'),
      line('other', 'Northwind', 'wind'),
    ])
    expect(remarks).toEqual([
      { line: 1, reason: belongs('lark', 'first') },
      { line: 2, reason: belongs('lark', 'first') },
    ])
    expect({ refused, created }).toEqual({ refused: 2, created: 2 })
    expect(await clients()).toEqual({ first: 'lark', other: 'wind', own: 'lark' })
  })

  test.each([false, true])('is refused for a client of another line in the same file; dry run: %s', async (dryRun) => {
    const { remarks } = await store.importLines(
      [line('first', 'Larkspur', 'lark'), line('second', 'Northwind', 'lark'), line('third', 'Larkspur', 'lark')],
      { dryRun },
    )
    expect(remarks).toEqual([{ line: 2, reason: belongs('lark', 'first') }])
  })

  test('is refused for the id of another developer’s application', async () => {
    await store.importLines([line('first', 'Larkspur', undefined)])
    const { rows } = await store.client.pool.query<{ id: string }>('select id from applications')
    const id = rows[0]?.id ?? ''
    const { remarks } = await store.importLines([line('second', 'Northwind', id), line('third', 'Larkspur', id)])
    expect(remarks).toEqual([{ line: 1, reason: belongs(id, 'first') }])
  })

  test('is refused for the marketplace’s own client', async () => {
    const { remarks } = await store.importLines([line('first', 'Larkspur', 'marketplace')])
    expect(remarks).toEqual([{ line: 1, reason: "authorization.clientId: marketplace is the marketplace's own client" }])
  })
})

describe('a line of an application that names a client already', () => {
  beforeEach(async () => {
    await store.importLines([
      line('first', 'Larkspur', 'lark'),
      line('second', 'Larkspur', 'lark'),
      line('third', 'Northwind', 'wind'),
    ])
  })

  test('may be imported again, as an export writes it', async () => {
    const { remarks } = await store.importLines([line('first', 'Larkspur', 'lark'), { slug: 'second', name: 'Other' }])
    expect(remarks).toEqual([])
  })

  test('may not move it to another developer while the first one has other applications with it', async () => {
    const { remarks } = await store.importLines([{ slug: 'first', company: { name: 'Northwind' } }])
    expect(remarks).toEqual([{ line: 1, reason: belongs('lark', 'second') }])
  })

  test('may give it up, and then it belongs to the developer of the last application with it', async () => {
    const { remarks } = await store.importLines([
      { slug: 'third', authorization: null },
      line('fourth', 'Larkspur', 'wind'),
      line('fifth', 'Northwind', 'wind'),
    ])
    expect(remarks).toEqual([{ line: 3, reason: belongs('wind', 'fourth') }])
    expect(await clients()).toMatchObject({ third: null, fourth: 'wind' })
  })
})
