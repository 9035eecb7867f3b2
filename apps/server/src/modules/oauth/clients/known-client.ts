import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { type LiveCatalogue, publishedByClient } from '../../catalogue/index.ts'
import { findClient } from '../../clients/index.ts'

export type ClientDeps = { database: Database; catalogue: LiveCatalogue; clock: Clock }

/** A client that is registered here, or that an application in the catalogue names. */
export type KnownClient = {
  client_id: string
  name: string
  client_type: 'server_side_app' | 'javascript_app'
  scopes: string[]
  application: { id: string; slug: string; name: string } | null
  trusted: boolean
}

export const knownClient = async ({ database, catalogue, clock }: ClientDeps, id: string): Promise<KnownClient | null> => {
  const registered = await findClient(database, id)
  const entry = publishedByClient(catalogue.current(), id, clock.now())
  if (!registered && !entry) return null
  return {
    client_id: id,
    name: registered?.name ?? entry?.name ?? id,
    client_type: registered?.type ?? entry?.authorization?.clientType ?? 'server_side_app',
    scopes: registered?.scopes ?? entry?.authorization?.scopes.map(({ name }) => name) ?? [],
    application: entry ? { id: entry.id, slug: entry.slug, name: entry.name } : null,
    trusted: registered?.trusted ?? false,
  }
}

/** The name of a client; its id if it is unknown. */
export const clientNames =
  (deps: ClientDeps) =>
  async (id: string): Promise<string> =>
    (await knownClient(deps, id))?.name ?? id
