import { SCOPES } from '@marketplace/contracts/core/roles'
import type { Database } from '../db/client.ts'
import { hashSecret, type NewClient, removeClients, saveClients } from '../modules/clients/index.ts'

/** This secret is public, because it is in the documentation. */
const DEMO_SERVER_SECRET = 'demo-server-secret'
const DEMO_CLIENT_IDS = ['demo-js-client', 'demo-server-client', 'sample-host'] as const

/** The clients of the demo's sample applications, and of the sample host. */
export const demoClients = (sampleAppsPort: number, sampleHostUrl: string): NewClient[] => {
  const [script, server, host] = DEMO_CLIENT_IDS
  const common = {
    scopes: [...SCOPES],
    trusted: false,
    pkceRequired: true,
    redirectMatch: 'exact' as const,
    responseTypes: ['code' as const],
  }
  return [
    {
      ...common,
      id: script,
      name: 'Demo application',
      type: 'javascript_app',
      secretHash: null,
      // Pages of samples sign in with the published SDK, each with its own address.
      redirectUris: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${sampleAppsPort}/`),
      redirectMatch: 'under',
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
      // It only asks who the person is and what they have installed, which requires no scope.
      scopes: [],
      challengeForms: ['S256'],
      trusted: true,
    },
  ]
}

export type DemoClientSettings = {
  urls: { sampleHost: string }
  ports: { sampleApps: number }
  demoSignIns: boolean
}

/** Updates the demo's clients to match the settings. They exist on loopback only. */
export const registerDemoClients = (database: Database, { urls, ports, demoSignIns }: DemoClientSettings): Promise<void> =>
  demoSignIns ? saveClients(database, demoClients(ports.sampleApps, urls.sampleHost)) : removeClients(database, DEMO_CLIENT_IDS)
