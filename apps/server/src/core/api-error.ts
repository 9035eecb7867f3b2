import { errorMessage, type ErrorCode } from '@marketplace/contracts/errors'

/** An expected failure, with a code of the one table. `details` are added to the envelope, and stand for words in the message. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(errorMessage(code, details))
    this.code = code
    this.details = details
  }
}
