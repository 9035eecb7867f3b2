// A marketplace with two organizations that install applications, for tests of everything that belongs to an organization.
import type { InstalledApplication, Instance } from '@marketplace/contracts/installs/schemas'
import { catalogueLine as line } from '@marketplace/testkit/line'
import { assignDeveloper } from '../src/modules/catalogue/index.ts'
import { makePrivate } from '../src/modules/catalogue/index.ts'
import { openTestApp, openTestStore, type TestStore } from './harness.ts'
import { bearer, createOrganization, type Organization } from './people.ts'

const SCOPES = [
  { name: 'chats--all:ro', required: true },
  { name: 'agents--all:rw', required: true },
  { name: 'tickets--all:ro', required: false },
]

/** The slugs tell how the applications differ. Acme is the developer of those with the prefix `own`, Globex of those with `their`. */
const LINES = [
  line('plain', { authorization: { scopes: SCOPES } }),
  line('desk', { product: 'helpdesk' }),
  line('set-up', {
    authorization: { clientId: 'settings-client', scopes: SCOPES },
    widgets: [
      { placement: 'settings', url: 'https://settings.example/set-up' },
      { placement: 'fullscreen', url: 'https://settings.example/' },
    ],
  }),
  line('shares-client', { authorization: { clientId: 'settings-client', scopes: [{ name: 'chats--all:ro', required: true }] } }),
  line('service', {
    customProps: { isService: 'true', alternativeSettingUrl: 'https://service.example/' },
  }),
  line('owner-only', { customProps: { onlyOwnerCanInstall: 'true' } }),
  line('paid', { payment: { price: 1000, frequency: 'monthly' } }),
  line('resting', { underMaintenance: true }),
  line('not-installable', { installable: false }),
  line('secret', { hidden: true }),
  line('team', { customProps: { isTeamPlan: 'true' } }),
  line('premium', { customProps: { isPremium: 'true' } }),
  line('desk-premium', { product: 'helpdesk', customProps: { isPremium: 'true' } }),
  line('onboarded', { elements: { onboarding: { steps: ['Name it'] } } }),
  line('soon', { publishedAt: null, submittedAt: '2026-10-01T00:00:00Z', acceptedAt: '2026-10-02T00:00:00Z' }),
  line('hidden-soon', {
    publishedAt: null,
    submittedAt: '2026-10-01T00:00:00Z',
    acceptedAt: '2026-10-02T00:00:00Z',
    hidden: true,
  }),
  ...['own', 'their'].flatMap((whose) => {
    const company = { name: whose === 'own' ? 'Acme Apps' : 'Globex Apps' }
    return [
      line(`${whose}-published`, { company }),
      line(`${whose}-private`, { company, publishedAt: null }),
      line(`${whose}-draft`, { company, publishedAt: null }),
      line(`${whose}-in-review`, { company, publishedAt: null, submittedAt: '2026-10-05T00:00:00Z' }),
      line(`${whose}-early-review`, { company, publishedAt: null, submittedAt: '2026-10-03T00:00:00Z' }),
    ]
  }),
]

type TestApp = Awaited<ReturnType<typeof openTestApp>>
type ApiAnswer = Awaited<ReturnType<Awaited<TestApp>['server']['inject']>>
type AuditRow = { action: string; account_id: string; actor_id: string | null; subject: string; details: object }
type InstallationRow = {
  organization_id: string
  application_id: string
  uninstalled_at: Date | null
  uninstall_reason: string | null
}

export type TestMarketplace = {
  store: TestStore
  app: TestApp
  acme: Organization
  globex: Organization
  idOf: (slug: string) => string
  ask: (
    who: { token: string } | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => Promise<ApiAnswer>
  /** A path below an application in live chat's API. */
  pathOf: (slug: string, rest?: string) => string
  install: (slug: string, who: { token: string }) => Promise<ApiAnswer>
  uninstall: (slug: string, who: { token: string }, payload?: object) => Promise<ApiAnswer>
  /** The state of an application for acme's owner, or for `who`. */
  instanceOf: (slug: string, who?: { token: string }) => Promise<Instance>
  /** The installed applications, of one product if the query says so. */
  installed: (who?: { token: string }, query?: string) => Promise<InstalledApplication[]>
  audit: () => Promise<AuditRow[]>
  installations: () => Promise<InstallationRow[]>
  /** Deletes all installations with their consents, tokens and audit rows. */
  reset: () => Promise<void>
  sql: <Row>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

export const openTestMarketplace = async (options: Parameters<typeof openTestApp>[1] = {}): Promise<TestMarketplace> => {
  const store = await openTestStore()
  const { remarks } = await store.importLines(LINES)
  if (remarks[0]) throw new Error(`line ${remarks[0].line}: ${remarks[0].reason}`)
  const { database } = store.client
  await makePrivate(database, ['own-private', 'their-private'])
  const acme = await createOrganization(store, 'acme')
  const globex = await createOrganization(store, 'globex')
  await assignDeveloper(database, 'Acme Apps', acme.id)
  await assignDeveloper(database, 'Globex Apps', globex.id)
  const sql = async <Row>(text: string, values: unknown[] = []) => (await store.client.pool.query(text, values)).rows as Row[]
  const ids = new Map(
    (await sql<{ id: string; slug: string }>('select id, slug from applications')).map((row) => [row.slug, row.id]),
  )
  const app = await openTestApp(store, options)
  const idOf: TestMarketplace['idOf'] = (slug) => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`no application ${slug}`)
    return id
  }
  const ask: TestMarketplace['ask'] = async (who, method, url, payload) =>
    app.server.inject({ method, url, headers: who ? bearer(who.token) : {}, ...(payload && { payload }) })
  const pathOf: TestMarketplace['pathOf'] = (slug, rest = 'install') => `/api/v2/applications/${idOf(slug)}/${rest}`
  return {
    store,
    app,
    acme,
    globex,
    sql,
    idOf,
    ask,
    pathOf,
    install: (slug, who) => ask(who, 'PUT', pathOf(slug)),
    uninstall: (slug, who, payload) => ask(who, 'DELETE', pathOf(slug), payload),
    instanceOf: async (slug, who = acme.people.owner) => (await ask(who, 'GET', pathOf(slug, 'instance'))).json(),
    installed: async (who = acme.people.owner, query = '') =>
      (await ask(who, 'GET', `/api/v2/applications/installed${query}`)).json(),
    audit: () => sql('select action, account_id, actor_id, subject, details from audit_events order by id'),
    installations: () => sql('select * from installations order by installed_at'),
    reset: async () => {
      for (const table of [
        'cart_items',
        'carts',
        'installations',
        'ratings',
        'rating_totals',
        'rating_shares',
        'consents',
        'access_requests',
        'awaiting_apps',
        'uninstall_receipts',
        'ruled_applications',
        'application_rules',
        'mails',
        'audit_events',
      ])
        await sql(`delete from ${table}`)
    },
    close: async () => {
      await app.close()
      await store.close()
    },
  }
}
