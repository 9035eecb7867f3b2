import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientIdOf } from '@marketplace/domain/installing'
import { catalogueLine } from '@marketplace/testkit/line'
import type { OrganizationId } from '../core/caller.ts'
import { openTestStore, type TestStore } from '../../test/harness.ts'
import { createOrganization } from '../../test/people.ts'
import { clientIdOfApplication } from './client-of-application.ts'
import { listStateOf } from './list-state.ts'
import { applications } from './schema.ts'

let store: TestStore
let [acme, globex] = ['', '']
beforeAll(async () => {
  store = await openTestStore()
  await store.importLines(['one', 'two'].map((slug) => catalogueLine(slug)))
  acme = (await createOrganization(store, 'acme')).id
  globex = (await createOrganization(store, 'globex')).id
})
afterAll(() => store.close())

describe('the list of an organization, as it concerns an application', () => {
  const states = async (organizationId: string) => {
    const rows = await store.client.database
      .select({ slug: applications.slug, state: listStateOf(organizationId as OrganizationId, sql`${applications.id}`) })
      .from(applications)
      .orderBy(applications.slug)
    return Object.fromEntries(rows.map(({ slug, state }) => [slug, state]))
  }
  const rule = (mode: string, reason: string, ...slugs: string[]) =>
    store.client.pool.query(
      `with written as (insert into application_rules (organization_id, mode, reason, revision, changed_at) values ($1, $2, $3, 1, now()))
       insert into ruled_applications (organization_id, application_id) select $1, id from applications where slug = any($4)`,
      [acme, mode, reason, slugs],
    )
  beforeEach(() => store.client.pool.query('delete from ruled_applications; delete from application_rules'))

  test('is none without a list', async () => {
    expect(await states(acme)).toEqual({ one: null, two: null })
  })

  test.each(['allow', 'block'])('says of each application whether it is on the list (%s)', async (mode) => {
    await rule(mode, 'Ask us first', 'two')
    expect(await states(acme)).toEqual({
      one: { mode, reason: 'Ask us first', listed: false },
      two: { mode, reason: 'Ask us first', listed: true },
    })
  })

  test('is a list too if nothing stands on it', async () => {
    await rule('allow', '')
    expect(await states(acme)).toMatchObject({ one: { mode: 'allow', listed: false }, two: { listed: false } })
  })

  test('is that organization’s alone', async () => {
    await rule('block', '', 'one', 'two')
    expect(await states(globex)).toEqual({ one: null, two: null })
  })

  test('takes an organization’s id from anybody as a value', async () => {
    await rule('block', '', 'one')
    expect(await states(`${acme}' or '1'='1`)).toEqual({ one: null, two: null })
  })
})

describe('the client of an application', () => {
  test('is in SQL what the rules say', async () => {
    const clientId = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), { nil: undefined })
    const authorization = fc.option(
      fc
        .record({ clientId, scopes: fc.constant([]) }, { requiredKeys: ['scopes'] })
        .filter((each) => !each.clientId?.includes('\0')),
      { nil: null },
    )
    await fc.assert(
      fc.asyncProperty(authorization, async (given) => {
        const written = given && JSON.stringify(given)
        await store.client.pool.query(`update applications set "authorization" = $1 where slug = 'one'`, [written])
        const [row] = await store.client.database
          .select({ id: applications.id, client: clientIdOfApplication })
          .from(applications)
          .where(sql`slug = 'one'`)
        expect(row?.client).toBe(clientIdOf({ id: row?.id ?? '', authorization: given as never }))
      }),
      { numRuns: 40 },
    )
  })
})
