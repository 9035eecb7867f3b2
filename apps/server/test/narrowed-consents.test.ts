// Tests the migration that narrows consents, on a database from before it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../src/db/client.ts'
import type { TestStore } from './harness.ts'
import { openStoreBefore } from './store-before.ts'

let store: TestStore
const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  store = await openStoreBefore('0005')
})
afterAll(() => store.close())

test('consents are narrowed to what the person may do, tokens of wider ones are revoked, and families get their start', async () => {
  await sql(`insert into organizations (id, name, region) values ('acme', 'Acme', 'dal')`)
  for (const [id, role] of [
    ['owner', 'owner'],
    ['admin', 'administrator'],
  ]) {
    await sql(`insert into accounts (id, email, name, default_organization_id) values ($1, $1 || '@acme.test', $1, 'acme')`, [id])
    await sql(`insert into memberships (organization_id, account_id, product, role) values ('acme', $1, 'livechat', $2)`, [
      id,
      role,
    ])
  }
  const wide = '{billing_manage,billing--all:rw,chats--all:ro,integrations_manage}'
  for (const [client, giver, scopes] of [
    ['by-admin', 'admin', wide],
    ['by-owner', 'owner', wide],
    ['by-nobody', null, wide],
    ['narrow', 'admin', '{chats--all:ro,integrations_manage}'],
  ]) {
    await sql(`insert into oauth_clients (id, name, type) values ($1, $1, 'javascript_app')`, [client])
    await sql(
      `insert into consents (id, organization_id, client_id, scopes, granted_by)
       values ($1, 'acme', $1, $3::text[], $2)`,
      [client, giver, scopes],
    )
    for (const [kind, at] of [
      ['access', '2026-03-02'],
      ['refresh', '2026-03-01'],
    ])
      await sql(
        `insert into tokens (hash, kind, family_id, client_id, account_id, organization_id, scopes, created_at, expires_at)
         values ($1 || $2, $2, $1, $1, 'owner', 'acme', '{}', $3, '2099-01-01')`,
        [client, kind, at],
      )
  }
  await sql(
    `insert into consents (id, organization_id, account_id, client_id, scopes) values ('own', 'acme', 'admin', 'by-admin', '{billing_manage}')`,
  )
  await migrateDatabase(store.client)

  expect(await sql('select id, scopes from consents order by id')).toEqual([
    { id: 'by-admin', scopes: ['chats--all:ro', 'integrations_manage'] },
    { id: 'by-nobody', scopes: ['chats--all:ro'] },
    { id: 'by-owner', scopes: ['billing_manage', 'chats--all:ro', 'integrations_manage'] },
    { id: 'narrow', scopes: ['chats--all:ro', 'integrations_manage'] },
    { id: 'own', scopes: ['billing_manage'] },
  ])
  expect(
    await sql(
      `select client_id, bool_and(revoked_at is not null) as revoked, min(authorized_at)::date::text as first, max(authorized_at)::date::text as last
       from tokens group by 1 order by 1`,
    ),
  ).toEqual(
    ['by-admin', 'by-nobody', 'by-owner', 'narrow'].map((client_id) => ({
      client_id,
      revoked: client_id !== 'narrow',
      first: '2026-03-01',
      last: '2026-03-01',
    })),
  )
})
