import { CallError } from '@marketplace/contracts/api/client'
import { showToast } from '../../../lib/toasts.ts'

/** Whether the API refused the call. Its message says why. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.code !== 'UNEXPECTED_ERROR' && error.status < 500

/**
 * The message for a failed call: the API's own if it refused, otherwise the given one. Null if the session has ended, because the session's
 * own dialog tells the person.
 */
export const failureText = (error: unknown, otherwise: string): string | null => {
  if (isSignedOut(error)) return null
  return isRefusal(error) ? error.message : otherwise
}

export const showFailure = (error: unknown, otherwise: string): void => {
  const text = failureText(error, otherwise)
  if (text) showToast(text)
}

/** Whether the session has ended and the person did not sign in again. */
export const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.status === 401
