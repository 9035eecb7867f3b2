import { isAccountOwner } from '@marketplace/domain/permissions'
import type { Database } from '../../../db/client.ts'
import { findOwnConsents } from '../../consents/index.ts'
import { readSecondFactor } from '../factors/view.ts'
import { findSessions } from '../sessions/repository.ts'
import type { SignedIn } from '../sessions/visitor.ts'
import type { AccountView } from './account-page.ts'

/** The name of a client; its id if it is unknown. */
export type ClientName = (clientId: string) => Promise<string>

/** The message about the person's last action, by the word in the address. */
const DONE: ReadonlyMap<string, string> = new Map([
  ['password', 'Your password was changed. Every other browser and application was signed out.'],
  ['session', 'The session was ended.'],
  ['others', 'All other sessions were ended.'],
  ['required', 'A second step is required from now on.'],
  ['free', 'A second step is no longer required.'],
  ['own-first', 'Nothing was changed: set up a second step for yourself first.'],
  ['not-owner', 'Nothing was changed: only owners decide this.'],
  ['application', 'The application has no more access.'],
])

/** Reads the data of the page "Your account". */
export const readAccountView = async (
  deps: { database: Database; publicUrl: string; clientName: ClientName },
  { identity, sessionHash }: SignedIn,
  done: string,
  now: Date,
): Promise<AccountView> => {
  const sessions = await findSessions(deps.database, identity.id, now)
  const consents = await findOwnConsents(deps.database, identity.id)
  const applications = await Promise.all(
    consents.map(async (consent) => ({
      ...consent,
      name: await deps.clientName(consent.clientId),
      organization:
        identity.memberships.find(({ organizationId }) => organizationId === consent.organizationId)?.name ??
        'an organization that you left',
    })),
  )
  return {
    publicUrl: deps.publicUrl,
    identity,
    owned: identity.memberships.filter(({ roles }) => isAccountOwner(roles)),
    secondFactor: await readSecondFactor(deps.database, identity.id),
    done: DONE.get(done) ?? null,
    sessions: sessions.map((session) => ({ ...session, isCurrent: session.hash === sessionHash })),
    applications,
  }
}
