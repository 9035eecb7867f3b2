import { errorMessage, type ErrorCode } from '@marketplace/contracts/core/errors'

/** An expected failure. `details` are added to the error's JSON, and fill placeholders in its message. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(errorMessage(code, details))
    this.code = code
    this.details = details
  }
}
