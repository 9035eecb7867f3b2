// Requests of visitors to the attacked marketplace: install, look and sign in.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogueLine } from '@marketplace/testkit/line'
import { importCatalogue } from '../../../apps/server/src/modules/catalogue/index.ts'
import { openStore } from '../../../apps/server/src/store.ts'
import { createOrganization } from '../../../apps/server/test/people.ts'
import { type Marketplace, RECOVERS_WITHIN_MS } from './marketplace.ts'
import { until } from './until.ts'

/** A request without an answer for this long counts as unanswered. */
const FORGOTTEN_MS = 20_000

/** `status` is null for a request without an answer. */
export type VisitAnswer = { status: number | null; text: string; ms: number }

export type Visits = {
  ask: (path: string, init?: RequestInit & { accounts?: boolean }) => Promise<VisitAnswer>
  /** Installs an application as the owner of an organization; `uninstall` removes it. */
  install: () => Promise<VisitAnswer>
  uninstall: () => Promise<VisitAnswer>
  /** Requests an answer that is never cached, so the server has to query the database. */
  look: () => Promise<VisitAnswer>
  /** Asks the accounts server whose token this is. That queries the database. */
  whoAmI: () => Promise<VisitAnswer>
  isInstalled: () => Promise<boolean>
  /** Waits until /readyz succeeds. */
  ready: () => Promise<void>
}

/** Creates an organization with an owner for each attack, because installs are rate-limited for each person. */
export const openVisits = async (marketplace: Marketplace): Promise<Visits> => {
  const { token, organizationId, applicationId } = await prepare(marketplace)
  const authorization = `Bearer ${token}`
  const ask: Visits['ask'] = async (path, { accounts = false, headers, ...init } = {}) => {
    const started = performance.now()
    const address = `http://127.0.0.1:${marketplace.ports[accounts ? 'accounts' : 'storefront']}${path}`
    try {
      const response = await fetch(address, {
        ...init,
        headers: { authorization, ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(FORGOTTEN_MS),
      })
      const text = await response.text()
      return { status: response.status, text, ms: performance.now() - started }
    } catch (error) {
      const why = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
      return { status: null, text: why, ms: performance.now() - started }
    }
  }
  const installPath = `/api/v2/applications/${applicationId}/install`
  return {
    ask,
    install: () => ask(installPath, { method: 'PUT' }),
    uninstall: () => ask(installPath, { method: 'DELETE' }),
    look: () => ask(`/api/v2/applications/${applicationId}/instance`),
    whoAmI: () => ask('/v2/info', { accounts: true }),
    isInstalled: () =>
      marketplace.inDatabase(async (client) => {
        const installed =
          'select from installations where application_id = $1 and organization_id = $2 and uninstalled_at is null'
        return (await client.query(installed, [applicationId, organizationId])).rowCount === 1
      }),
    ready: () => until('readiness', RECOVERS_WITHIN_MS, async () => (await ask('/readyz')).status === 200),
  }
}

/** Adds an ordinary application and an organization with an owner while the server runs. */
const prepare = async ({ dataDir }: Marketplace): Promise<{ token: string; organizationId: string; applicationId: string }> => {
  const store = await openStore({ dataDir, databaseUrl: null }, 'tool', { info: () => {}, warn: () => {} })
  try {
    const path = join(dataDir, 'attacked.jsonl')
    await writeFile(path, `${JSON.stringify(catalogueLine('attacked'))}\n`)
    await importCatalogue({ ...store, path, production: false, now: new Date() })
    const { rows } = await store.client.pool.query<{ id: string }>(`select id from applications where slug = 'attacked'`)
    const { id, people } = await createOrganization(store, `attacked-${Date.now()}`)
    return { token: people.owner.token, organizationId: id, applicationId: rows[0]?.id ?? '' }
  } finally {
    await store.close()
  }
}
