import { z } from 'zod'
import { PRODUCTS } from '@marketplace/contracts/core/enumerations'
import { isOneLine, isSeen } from '@marketplace/contracts/core/written-text'
import { addUtcDays } from '@marketplace/domain/dates'
import { MAX_PASSWORD, MIN_PASSWORD } from '@marketplace/domain/passwords'
import { type OrganizationId, vouchForOrganization } from '../../../core/caller.ts'
import { newId } from '../../../core/ids.ts'
import type { Transaction } from '../../../db/transaction.ts'
import { recordAudit } from '../../audit/index.ts'
import { MAX_NAME } from '../people/limits.ts'
import { insertPeople } from '../people/repository.ts'

const TRIAL_DAYS = 14

/** Letters that show nothing. Joiners are not among them, because words and emoji need them. */
const EMPTY = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u206f\u2800\u3164\ufeff\uffa0]/u
/** Names are shown in mails, lists and questions. */
const isReadable = (text: string): boolean => isSeen(text) && isOneLine(text) && !EMPTY.test(text)
const name = (missing: string) =>
  z.string().trim().min(1, missing).max(MAX_NAME).refine(isReadable, 'Please leave out characters that cannot be seen')

/** What an account needs beside its e-mail. */
export const newOwnerSchema = z.object({
  name: name('Please enter your name'),
  organization: name('Please enter what your organization is called'),
  password: z
    .string()
    .min(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters`)
    .max(MAX_PASSWORD, `Use at most ${MAX_PASSWORD} characters`),
})
export const NEW_OWNER_FIELDS = ['name', 'organization', 'password'] as const satisfies (keyof z.output<typeof newOwnerSchema>)[]
export type NewOwnerField = (typeof NEW_OWNER_FIELDS)[number]

const UNIQUE_VIOLATION = '23505'
/** Whether an insert failed because another account has the e-mail. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === UNIQUE_VIOLATION

/**
 * Makes an organization with a trial of both products, and its owner, whose e-mail is verified. Rejects if the e-mail has an account: see
 * isTaken.
 */
export const createOwner = async (
  transaction: Transaction,
  { name, email, organization, passwordHash }: Readonly<Record<'name' | 'email' | 'organization' | 'passwordHash', string>>,
  now: Date,
): Promise<{ accountId: string; organizationId: OrganizationId }> => {
  const who = { accountId: newId(), organizationId: vouchForOrganization(newId()) }
  const { accountId, organizationId } = who
  await insertPeople(transaction, {
    organizations: [{ id: organizationId, name: organization, region: 'dal' }],
    accounts: [{ id: accountId, email, name, passwordHash, emailVerifiedAt: now, defaultOrganizationId: organizationId }],
    memberships: PRODUCTS.map((product) => ({ organizationId, accountId, product, role: 'owner' })),
    licenses: PRODUCTS.map((product) => ({
      organizationId,
      product,
      plan: 'business',
      active: true,
      trialEndsAt: addUtcDays(now, TRIAL_DAYS),
    })),
  })
  await recordAudit(transaction, { action: 'account.created', at: now, who, subject: accountId })
  return who
}
