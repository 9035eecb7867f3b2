import { BRAND } from '@marketplace/contracts/core/brand'
import type { Product } from '@marketplace/contracts/core/enumerations'
import { paths } from '@marketplace/contracts/pages/paths'
import { accessRequestRefusal } from '@marketplace/domain/installing'
import { ADMINISTRATOR_ROLES, canInstallFor } from '@marketplace/domain/permissions'
import { isService } from '@marketplace/domain/visibility'
import type { Database, Queryable } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Clock } from '../../core/clock.ts'
import { recordAudit } from '../audit/index.ts'
import type { LockCaller } from '../clients/index.ts'
import { administratorsFor, type InstallRules, readVisible } from '../installs/index.ts'
import type { QueueMail } from '../mail/index.ts'
import { findPeople, type MemberRecord } from '../organizations/index.ts'
import { writeAccessRequestMail } from './access-request-mail.ts'
import { insertAccessRequest } from './repository.ts'

export type AccessRequestDependencies = {
  database: Database
  clock: Clock
  publicUrl: string
  rules: InstallRules
  queueMail: QueueMail
  lockCaller: LockCaller
}

/** A repeated request within this time succeeds without another mail to the administrators. */
const REPEATED_WITHIN_MS = 86_400_000

/** The subject of the request, and the people to ask. */
type Request = {
  product: Product
  applicationId: string | null
  what: string
  link: { path: string; text: string }
  ask: readonly MemberRecord[]
  isRefusedByList?: boolean
}

/**
 * Asks the administrators of the licence by mail to install an application, or, without an application, for access to a product.
 */
export const requestAccess = async (
  { database, clock, publicUrl, rules, lockCaller, queueMail }: AccessRequestDependencies,
  asking: Caller,
  asked: { product: Product; applicationId: string | null },
): Promise<void> => {
  const now = clock.now()
  const { organizationId, accountId } = asking

  await inTransaction(database, async (transaction) => {
    const caller = await lockCaller(transaction, asking)
    const { product, applicationId, what, link, ask, isRefusedByList } =
      asked.applicationId === null
        ? await forProduct(transaction, caller, asked.product)
        : await forApplication({ database: transaction, rules }, caller, asked.applicationId, now)
    const since = new Date(now.getTime() - REPEATED_WITHIN_MS)
    const request = { organizationId, accountId, product, applicationId, createdAt: now }
    const id = await insertAccessRequest(transaction, request, since)
    if (id === null) return
    const href = `${publicUrl}${link.path}?${new URLSearchParams({ action: 'install', requested: id })}`
    await queueMail(
      transaction,
      ask.map(({ email }) =>
        writeAccessRequestMail({
          recipient: email,
          from: caller,
          subject: what,
          link: { href, text: link.text },
          ...(isRefusedByList && { isRefusedByList }),
        }),
      ),
      now,
    )
    await recordAudit(transaction, {
      action: 'access.requested',
      at: now,
      who: caller,
      subject: applicationId ?? product,
      details: { asked: ask.map((person) => person.id) },
    })
  })
}

const forApplication = async (
  { database, rules }: { database: Queryable; rules: InstallRules },
  caller: Caller,
  applicationId: string,
  now: Date,
): Promise<Request> => {
  const { organizationId } = caller
  // The 404 of the accounts server has the id in the field resource_id.
  const seen = await readVisible({ database, rules }, caller, applicationId, now, { id: applicationId })
  const { slug, name, product } = seen.installState.application
  const ownPath = isService(seen.application) ? paths.service(slug) : paths.underApps(slug)
  const people = await findPeople(database, organizationId, { product, roles: ADMINISTRATOR_ROLES })
  const ask = administratorsFor(people, caller, seen)
  const refused = accessRequestRefusal(seen.application, seen.installer, ask.length)
  if (refused) throw new ApiError(refused)
  return {
    product,
    applicationId,
    what: name,
    link: {
      path: seen.application.private ? paths.privateApp(slug) : ownPath,
      text: `Look at ${name} and install it`,
    },
    ask,
    isRefusedByList: !seen.installer.list.allows,
  }
}

const forProduct = async (database: Queryable, caller: Caller, product: Product): Promise<Request> => {
  if (canInstallFor(caller.scopes, product)) throw new ApiError('ACCESS_REQUEST_NOT_NEEDED')
  const people = await findPeople(database, caller.organizationId, { product, roles: ADMINISTRATOR_ROLES })
  const ask = people.filter(({ id }) => id !== caller.accountId)
  if (ask.length === 0) throw new ApiError('ACCESS_REQUEST_IMPOSSIBLE')
  return {
    product,
    applicationId: null,
    what: `access to ${BRAND.products[product]}`,
    link: { path: paths.apps(), text: `Open the ${BRAND.marketplace}` },
    ask,
  }
}
