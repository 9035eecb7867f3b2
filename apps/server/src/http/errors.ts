import { errorMessage, type ErrorCode } from '@marketplace/contracts/errors'
import type { FastifyBaseLogger } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { isDatabaseUnavailable, isUnstorable, rootCause } from './database-errors.ts'

export type Envelope = { code: ErrorCode; message: string; requestId: string } & Readonly<Record<string, unknown>>

/** The one shape in which the storefront's APIs answer a failure. */
export const envelope = (code: ErrorCode, requestId: string, details: Readonly<Record<string, unknown>> = {}): Envelope => ({
  ...details,
  code,
  message: errorMessage(code, details),
  requestId,
})

const BY_FRAMEWORK: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['FST_ERR_BAD_URL', 'BAD_REQUEST'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  ['FST_ERR_VALIDATION', 'INVALID_PARAMETERS'],
])

/** The code for whatever was thrown; UNEXPECTED_ERROR for what nobody expected. */
export const errorCodeOf = (error: unknown): ErrorCode => {
  if (error instanceof ApiError) return error.code
  if (!(error instanceof Error)) return 'UNEXPECTED_ERROR'
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number }
  const known = BY_FRAMEWORK.get(code)
  if (known) return known
  if (isUnstorable(error)) return 'BAD_REQUEST'
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'BAD_REQUEST'
  return isDatabaseUnavailable(error) ? 'DATABASE_UNAVAILABLE' : 'UNEXPECTED_ERROR'
}

/** Logs a failure that is ours. What was asked of a database that is away stays out of the log: only why it is away is of use. */
export const logFailure = (log: FastifyBaseLogger, code: ErrorCode, error: unknown): void => {
  if (code === 'UNEXPECTED_ERROR') log.error({ err: error }, 'a request failed unexpectedly')
  if (code === 'DATABASE_UNAVAILABLE') log.warn({ reason: rootCause(error) }, 'a request failed: the database does not answer')
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
