import { CallError } from '@marketplace/contracts/api/client'
import type { ErrorCode } from '@marketplace/contracts/core/errors'

// What is said of installs. The wording is fixed: browser tests hold it to the letter.

export const INSTALLED = 'Application installed successfully!'
export const ACTIVATED = 'Service activated successfully!'
export const UNINSTALLED = 'Application uninstalled successfully.'
export const DEACTIVATED = 'Service deactivated successfully.'
export const REQUEST_SENT = 'Request sent!'
export const REQUEST_FAILED = 'Cannot send access request.'
export const INSTANCE_FAILED = "App details couldn't be loaded"

export const FINISH = 'Finish the installation'

/** An answer that came with a good status and still says that it did not work. */
export class NotDone extends Error {}

/** Throws unless an answer says that what was wanted is done: a status of 200 alone does not. */
export const assertDone = (answer: { status: string; error: string | null }, wanted: string): void => {
  if (answer.status !== wanted || answer.error) throw new NotDone(answer.error ?? '')
}

/** The API's own words, where it has answered with any. */
const reasonOf = (error: unknown): string | null => {
  if (error instanceof NotDone) return error.message || null
  return error instanceof CallError && error.code !== 'UNEXPECTED_ERROR' ? error.message : null
}

/** Whether the API has said exactly this: another tab, or another person, was faster. */
export const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof CallError && error.code === code

export const installFailure = (error: unknown): string =>
  error instanceof CallError && isCode(error, 'ALREADY_INSTALLED')
    ? error.message
    : `Application couldn't be installed: ${reasonOf(error) ?? 'Unknown error'}`

export const uninstallFailure = (error: unknown): string => {
  const reason = reasonOf(error)
  return reason ? `App couldn't be uninstalled: ${reason}` : 'Uninstallation failed. Please, contact our support.'
}

/** What is said of a change that has no words of its own. */
export const changeFailure = (error: unknown): string => (error instanceof Error ? error.message : 'Unknown error')
