import { CallError } from '@marketplace/contracts/api/client'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { BlockedCall } from '../../lib/session/watched-fetch.ts'

// The texts for a failure on a screen. The reason is the API's own message, from the table of error codes. This file adds the advice.

const AGAIN = 'Try again in a moment.'
const ASK = 'Ask an administrator of your organization.'
const RELOAD = 'Somebody may have changed this meanwhile. Reload the page to see the current state.'

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'Look at what you have entered.'],
  [401, 'Sign in, then try again.'],
  [403, ASK],
  [404, RELOAD],
  [409, RELOAD],
])
/** Codes for which the status alone would give the wrong advice. */
const BY_CODE: Partial<Record<ErrorCode, string>> = {
  NOT_AMONG_AGENTS: 'Ask an administrator to add you.',
  APPLICATION_NOT_ALLOWED: 'An owner of your organization can allow it.',
  REQUEST_RUNNING: AGAIN,
}

/** The reason of the failure, and advice. A failure without an answer is a failure of the network. */
export const failureWords = (error: unknown): { reason: string; advice: string } => {
  if (!(error instanceof CallError)) return { reason: 'The server did not answer.', advice: 'Look at your connection, then try again.' }
  const { code, status, message } = error
  if (error instanceof BlockedCall) return { reason: message, advice: '' }
  // An answer of a proxy between browser and server has no error code of the API.
  const known = Object.hasOwn(ERRORS, code)
  return {
    reason: known && code !== 'UNEXPECTED_ERROR' ? message : 'Something failed on our side.',
    advice: BY_CODE[code] ?? BY_STATUS.get(status) ?? AGAIN,
  }
}
