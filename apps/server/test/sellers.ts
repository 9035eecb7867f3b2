// The client of a third-party application, which may offer charges.
import type { Database } from '../src/db/client.ts'
import { saveClients } from '../src/modules/clients/index.ts'

export const SELLER = 'seller-client'

/** Saves the client with the scopes that it may ask for. */
export const saveSeller = (database: Database, scopes: readonly string[] = ['billing_manage']): Promise<void> =>
  saveClients(database, [
    {
      id: SELLER,
      name: 'Seller',
      type: 'javascript_app',
      redirectUris: ['https://seller.test/paid'],
      scopes: [...scopes],
      trusted: false,
    },
  ])
