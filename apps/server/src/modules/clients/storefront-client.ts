import { SESSION_CLIENT_ID } from '@marketplace/contracts/accounts/session'
import { SCOPES } from '@marketplace/contracts/core/roles'
import { VARIANTS } from '@marketplace/contracts/core/variants'
import { paths } from '@marketplace/contracts/pages/paths'
import type { Database } from '../../db/client.ts'
import { type NewClient, saveClients } from './repository.ts'

/** The id of the storefront's client, as browsers send it. */
export const MARKETPLACE_CLIENT = SESSION_CLIENT_ID

/** The storefront's client. It may redirect to the front page and the sign-in page of each variant, at the public address and the hosts of variants. */
export const storefrontClient = (publicUrl: string, variantHosts: readonly string[]): NewClient => {
  const { protocol, port } = new URL(publicUrl)
  // A host without a port uses the port of the public address.
  const originOf = (host: string) => `${protocol}//${host}${/:\d+$/.test(host) || port === '' ? '' : `:${port}`}`
  const pages = ['/', ...VARIANTS.map(({ prefix }) => prefix + paths.signIn())]
  return {
    id: MARKETPLACE_CLIENT,
    name: 'Marketplace',
    type: 'javascript_app',
    secretHash: null,
    redirectUris: [publicUrl, ...variantHosts.map(originOf)].flatMap((origin) => pages.map((page) => origin + page)),
    redirectMatch: 'exact',
    scopes: [...SCOPES],
    responseTypes: ['code'],
    challengeForms: ['S256'],
    pkceRequired: true,
    trusted: true,
  }
}

export type StorefrontSettings = { urls: { public: string }; variantHosts: Readonly<Record<string, unknown>> }

/** Updates the storefront's client to match the settings. */
export const registerStorefrontClient = (database: Database, { urls, variantHosts }: StorefrontSettings): Promise<void> =>
  saveClients(database, [storefrontClient(urls.public, Object.keys(variantHosts))])
