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

export type Envelope = { code: ErrorCode; message: string; requestId: string } & Readonly<Record<string, unknown>>

/** The one shape in which the storefront's APIs answer a failure. */
export const envelope = (code: ErrorCode, requestId: string, details: Readonly<Record<string, unknown>> = {}): Envelope => ({
  ...details,
  code,
  message: errorMessage(code, details),
  requestId,
})

const BY_FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_VALIDATION: 'INVALID_PARAMETERS',
}

/** PostgreSQL's word for a text that it cannot hold: somebody has sent a NUL. What asked it may have wrapped that. */
const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === '22021' || isUnstorable(error.cause))

/** The code for whatever was thrown; UNEXPECTED_ERROR for what nobody expected. */
export const errorCodeOf = (error: unknown): ErrorCode => {
  if (error instanceof ApiError) return error.code
  if (!(error instanceof Error)) return 'UNEXPECTED_ERROR'
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : BY_FRAMEWORK[code]
  if (known) return known
  if (isUnstorable(error)) return 'BAD_REQUEST'
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? 'BAD_REQUEST' : 'UNEXPECTED_ERROR'
}

/** Which parameters a validation refused and why; none for any other failure. */
export const refusedFields = (error: unknown): { field: string; message: string }[] => {
  const { validation = [] } = error as { validation?: { instancePath?: string; message?: string }[] }
  return validation.map(({ instancePath, message }) => ({
    field: instancePath?.replace(/^\//, '') ?? '',
    message: message ?? '',
  }))
}

/** What the published clients expect of a request that came to the wrong region (clients.md). */
export const misdirected = (details: Readonly<Record<string, unknown>>) => ({
  error: {
    type: 'misdirected_request',
    message: errorMessage('MISDIRECTED_REQUEST'),
    data: { region: details.region },
  },
})
