import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { isAccountOwner } from '@marketplace/domain/permissions'
import { inTransaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { findPeople, setSecondFactorRule } from '../../organizations/index.ts'
import { findIdentity } from '../people/repository.ts'
import { hasProved } from '../sessions/limits.ts'
import { writeNotice } from '../sessions/notices.ts'
import { holdSignedIn } from '../sessions/visitor.ts'
import type { Changer, FactorDeps } from './change-factors.ts'

export type RuleChange = 'changed' | 'not-owner' | 'own-first' | 'gone'

/** Changes whether an organization requires a second factor of its members. Only for owners who have one and used it recently. */
export const changeSecondFactorRule = (
  { database, queueMail, accountsUrl }: FactorDeps,
  { signedIn, browser }: Changer,
  { wantedId, isRequired }: { wantedId: string; isRequired: boolean },
  now: Date,
): Promise<RuleChange> =>
  inTransaction(database, async (transaction) => {
    const session = await holdSignedIn(transaction, signedIn, now)
    if (!session) return 'gone'
    const identity = await findIdentity(transaction, signedIn.identity.id)
    const membership = identity?.memberships.find(({ organizationId }) => organizationId === wantedId)
    if (!identity || !membership || !isAccountOwner(membership.roles)) return 'not-owner'
    // A password alone must not be enough to change the rule.
    if (!identity.secondFactor) return 'own-first'
    if (!hasProved(session, now)) return 'gone'
    const { organizationId } = membership
    if (!(await setSecondFactorRule(transaction, organizationId, isRequired))) return 'changed'
    const owners = await Promise.all(
      PRODUCTS.map((product) => findPeople(transaction, organizationId, { product, roles: ['owner', 'viceowner'] })),
    )
    const people = new Map(owners.flat().map((person) => [person.id, person]))
    const notice = { kind: 'second-factor-rule', organization: membership.name, isRequired, browser } as const
    await queueMail(
      transaction,
      [...people.values()].map((person) => writeNotice(notice, person, accountsUrl, now)),
      now,
    )
    await recordAudit(transaction, {
      action: 'organization.second-factor-rule-changed',
      at: now,
      who: { accountId: identity.id, organizationId },
      subject: organizationId,
      details: { required: isRequired },
    })
    return 'changed'
  })
