import { SESSION_CLIENT_ID } from '@marketplace/contracts/accounts/session'
import { SCOPES } from '@marketplace/contracts/core/roles'
import { hashSecret } from './secrets.ts'
import type { Database } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type NewClient, saveClients, removeClients } from './repository.ts'

/** The id of the storefront's client, as browsers send it. */
export const MARKETPLACE_CLIENT = SESSION_CLIENT_ID

/** A public secret: it is in the documentation. */
const DEMO_SERVER_SECRET = 'demo-server-secret'
const DEMO_CLIENT_IDS = ['demo-js-client', 'demo-server-client', 'sample-host'] as const

/** The storefront's client, with its public address and the hosts of variants as redirect addresses. */
export const storefrontClient = (publicUrl: string, variantHosts: readonly string[]): NewClient => {
  const { protocol, port } = new URL(publicUrl)
  // A host without a port uses the port of the public address.
  const urlOf = (host: string) => `${protocol}//${host}${/:\d+$/.test(host) || port === '' ? '' : `:${port}`}/`
  return {
    id: MARKETPLACE_CLIENT,
    name: 'Marketplace',
    type: 'javascript_app',
    secretHash: null,
    redirectUris: [`${publicUrl}/`, ...variantHosts.map(urlOf)],
    scopes: [...SCOPES],
    responseTypes: ['code'],
    challengeForms: ['S256'],
    pkceRequired: true,
    trusted: true,
  }
}

/** The clients of the demo's sample applications, and of the sample host. */
export const demoClients = (sampleAppsPort: number, sampleHostUrl: string): NewClient[] => {
  const [script, server, host] = DEMO_CLIENT_IDS
  const common = { scopes: [...SCOPES], trusted: false, pkceRequired: true, responseTypes: ['code' as const] }
  return [
    {
      ...common,
      id: script,
      name: 'Demo application',
      type: 'javascript_app',
      secretHash: null,
      redirectUris: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${sampleAppsPort}/`),
      // The published SDK asks for a token by default.
      responseTypes: ['code', 'token'],
      challengeForms: ['S256', 'sdk'],
    },
    {
      ...common,
      id: server,
      name: 'Demo server application',
      type: 'server_side_app',
      secretHash: hashSecret(DEMO_SERVER_SECRET),
      redirectUris: [`http://localhost:${sampleAppsPort}/callback`],
      challengeForms: ['S256'],
    },
    {
      ...common,
      id: host,
      name: 'Sample host',
      type: 'javascript_app',
      secretHash: null,
      redirectUris: [`${sampleHostUrl}/`],
      // It asks who somebody is and what they have installed, which needs no scope.
      scopes: [],
      challengeForms: ['S256'],
      trusted: true,
    },
  ]
}

export type StartClients = {
  urls: { public: string; sampleHost: string }
  ports: { sampleApps: number }
  variantHosts: Readonly<Record<string, unknown>>
  demoSignIns: boolean
}

/** Updates the built-in clients to match the settings. The demo's clients exist on loopback only. */
export const registerStartClients = (
  database: Database,
  { urls, ports, variantHosts, demoSignIns }: StartClients,
): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const demo = demoSignIns ? demoClients(ports.sampleApps, urls.sampleHost) : []
    await saveClients(transaction, [storefrontClient(urls.public, Object.keys(variantHosts)), ...demo])
    if (!demoSignIns) await removeClients(transaction, DEMO_CLIENT_IDS)
  })
