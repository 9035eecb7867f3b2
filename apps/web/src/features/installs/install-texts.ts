import { CallError } from '@marketplace/contracts/api/client'
import type { RefusalWord } from '@marketplace/contracts/analytics/events'
import type { SpecialOutcome } from '@marketplace/contracts/installs/special-install'
import { isCode } from '../../lib/is-code.ts'

// The messages about installs. Browser tests compare their exact text.

export const INSTALLED = 'Application installed successfully!'
export const ACTIVATED = 'Service activated successfully!'
export const UNINSTALLED = 'Application uninstalled successfully.'
export const DEACTIVATED = 'Service deactivated successfully.'
export const REQUEST_SENT = 'Request sent!'
export const REQUEST_FAILED = 'Cannot send access request.'
export const INSTANCE_FAILED = "App details couldn't be loaded"

export const FINISH = 'Finish the installation'
/** The reason if the API gives none. */
export const UNKNOWN = 'Unknown error'

/** The API answered with status 200, but the answer says that the change failed. */
export class NotDone extends Error {}

/** Throws unless the answer has the wanted `status`: HTTP 200 alone does not mean success. */
export const assertDone = (answer: { status: string; error: string | null }, wanted: string): void => {
  if (answer.status !== wanted || answer.error) throw new NotDone(answer.error ?? '')
}

/** The API's message; null for any other failure. */
const reasonOf = (error: unknown): string | null => {
  if (error instanceof NotDone) return error.message || null
  return error instanceof CallError && error.code !== 'UNEXPECTED_ERROR' ? error.message : null
}

export const installFailure = (error: unknown): string =>
  isCode(error, 'ALREADY_INSTALLED') ? error.message : `Application couldn't be installed: ${reasonOf(error) ?? UNKNOWN}`

/** The message of another product that refused the install; null if it sent none. */
export const refusedWith = (error: unknown): string | null =>
  isCode(error, 'SPECIAL_INSTALL_REFUSED') && error.message !== UNKNOWN ? error.message : null

const ACCOUNTS: ReadonlyMap<string | null, string> = new Map([
  ['created', 'Your organization has an account there now.'],
  ['existing', 'Your organization had an account there already. It is connected now.'],
])

/**
 * The message about the account that another product has set up. It is that product's own message, or the marketplace's for a known status;
 * otherwise null.
 */
export const outcomeText = ({ accountStatus, message }: SpecialOutcome): string | null =>
  message ?? ACCOUNTS.get(accountStatus) ?? null

const REFUSALS: readonly [pattern: RegExp, refusal: RefusalWord][] = [
  [/^PLAN_/, 'plan'],
  [/LICEN[CS]E|NO_ORGANIZATION/, 'licence'],
  [/^PAYMENT/, 'payment'],
  [/FORBIDDEN|INSTALL_(?:NOT_ALLOWED|OWNER_ONLY|NEEDS_BILLING|NEEDS_SCOPES)/, 'permission'],
]

/** The reason of a failed install, as a word for analytics. */
export const refusalWord = (error: unknown): RefusalWord => {
  if (!(error instanceof CallError)) return error instanceof NotDone ? 'rule' : 'network'
  const { code, status } = error
  if (status >= 500) return 'server'
  return status === 0 ? 'network' : (REFUSALS.find(([pattern]) => pattern.test(code))?.[1] ?? 'rule')
}

export const uninstallFailure = (error: unknown): string => {
  const reason = reasonOf(error)
  return reason ? `App couldn't be uninstalled: ${reason}` : 'Uninstallation failed. Please, contact our support.'
}

/** The message for a failed change that has no message of its own. */
export const changeFailure = (error: unknown): string => (error instanceof Error ? error.message : 'Unknown error')
