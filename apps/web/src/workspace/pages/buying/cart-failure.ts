import { CallError } from '@marketplace/contracts/api/client'
import { showToast } from '../../../lib/toasts.ts'

/** Whether the API refused the call. Its message then says why. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.code !== 'UNEXPECTED_ERROR' && error.status < 500

/** What is said of a call that failed: the cause where the API names one, else `otherwise`. A session that has ended says so by itself. */
export const failureText = (error: unknown, otherwise: string): string | null => {
  if (isSignedOut(error)) return null
  return isRefusal(error) ? error.message : otherwise
}

export const showFailure = (error: unknown, otherwise: string): void => {
  const text = failureText(error, otherwise)
  if (text) showToast(text)
}

export const isCode = (error: unknown, code: CallError['code']): boolean => error instanceof CallError && error.code === code

/** The session has ended, and nobody has signed in again. */
export const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.status === 401
