import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import { SESSION_CLIENT_ID } from '@marketplace/contracts/accounts/session'
import { clientIdOf } from '@marketplace/domain/installing'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { removeUnusedConsents } from '../../consents/index.ts'
import type { ApplicationRecord } from '../stored/records.ts'
import { listClientNames } from '../stored/repository.ts'

/** For each OAuth client id, the applications that name it: their slugs, each with its developer (null for none). */
export type ClientOwners = Map<string, Map<string, string | null>>

type Existing = Pick<ApplicationRecord, 'id' | 'authorization' | 'company'> | undefined

const developerKey = (name: string | null | undefined): string | null => name?.toLowerCase() ?? null

export const openClientOwners = async (database: Queryable): Promise<ClientOwners> => {
  const owners: ClientOwners = new Map()
  for (const { id, slug, authorization, developer } of await listClientNames(database))
    own(owners, clientIdOf({ id, authorization }), slug, developerKey(developer))
  return owners
}

const own = (owners: ClientOwners, clientId: string, slug: string, developer: string | null): void => {
  const applications = owners.get(clientId) ?? new Map<string, string | null>()
  owners.set(clientId, applications.set(slug, developer))
}

/** The client and the developer of an application after the import of the line. A field that the line lacks keeps its value. */
const namedBy = ({ authorization, company }: CatalogueLine, existing: Existing) => ({
  clientId: (authorization === undefined ? existing?.authorization : authorization)?.clientId ?? null,
  developer: developerKey((company === undefined ? existing?.company : company)?.name),
})

/**
 * The client of an application after the import of the line. Null for a new application that names no client, because its id is not known
 * yet.
 */
const clientAfter = (line: CatalogueLine, existing: Existing): string | null => {
  const { clientId } = namedBy(line, existing)
  return existing ? clientIdOf({ id: existing.id, authorization: { clientId } }) : clientId
}

/**
 * Why a line may not name its client; null if it may. A client belongs to the developer of the application that named it first. Otherwise,
 * the install of another developer's application would give consent to a program of this developer. Anyone may name a client that no
 * application names yet, because catalogues are imported before their clients are registered.
 */
export const clientConflict = (owners: ClientOwners, line: CatalogueLine, existing: Existing): string | null => {
  const { clientId, developer } = namedBy(line, existing)
  if (clientId === null) return null
  if (clientId === SESSION_CLIENT_ID) return `authorization.clientId: ${clientId} is the marketplace's own client`
  const others = [...(owners.get(clientId) ?? [])].filter(([slug]) => slug !== line.slug)
  const other = others.find(([, whose]) => whose !== developer)
  return other ? `authorization.clientId: ${clientId} belongs to the developer of ${other[0]}` : null
}

/**
 * Ends consents after a line has given its application another client: organizations that consented to the previous client lose that
 * consent, unless they use the client with another application. They are asked again for the new client.
 */
export const endConsentsOfClientBefore = async (
  transaction: Transaction,
  line: CatalogueLine,
  existing: Existing,
  now: Date,
): Promise<void> => {
  const client = existing && clientIdOf(existing)
  if (client === undefined || client === clientAfter(line, existing)) return
  for (const organizationId of await removeUnusedConsents(transaction, client, now))
    await recordAudit(transaction, {
      action: 'consent.removed',
      at: now,
      who: { accountId: null, organizationId },
      subject: client,
      details: { coverage: 'organization', reason: 'client changed' },
    })
}

/** Records the client that a line's application names, for the lines after it. */
export const recordClient = (owners: ClientOwners, line: CatalogueLine, existing: Existing): void => {
  const before = existing && clientIdOf(existing)
  if (before !== undefined) owners.get(before)?.delete(line.slug)
  const client = clientAfter(line, existing)
  if (client !== null) own(owners, client, line.slug, namedBy(line, existing).developer)
}
