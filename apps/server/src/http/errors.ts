import { errorMessage, type ErrorCode } from '@marketplace/contracts/core/errors'
import { areaOf } from '@marketplace/domain/failure-areas'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { isDatabaseUnavailable, isUnstorableText, rootCause } from './database-errors.ts'

export type Envelope = { code: ErrorCode; message: string; requestId: string } & Readonly<Record<string, unknown>>

/** The shape of errors of the storefront's APIs. */
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
  ['FST_PARTS_LIMIT', 'PAYLOAD_TOO_LARGE'],
  ['FST_FILES_LIMIT', 'PAYLOAD_TOO_LARGE'],
  ['FST_FIELDS_LIMIT', 'PAYLOAD_TOO_LARGE'],
  ['FST_REQ_FILE_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  ['FST_INVALID_MULTIPART_CONTENT_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
])

/** The error code for anything that was thrown; UNEXPECTED_ERROR if nothing more specific is known. */
export const errorCodeOf = (error: unknown): ErrorCode => {
  if (error instanceof ApiError) return error.code
  if (!(error instanceof Error)) return 'UNEXPECTED_ERROR'
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number }
  const known = BY_FRAMEWORK.get(code)
  if (known) return known
  if (isUnstorableText(error)) return 'BAD_REQUEST'
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return 'BAD_REQUEST'
  return isDatabaseUnavailable(error) ? 'DATABASE_UNAVAILABLE' : 'UNEXPECTED_ERROR'
}

/** Logs an error of the server. For an unreachable database it logs only the cause, not the statement. */
export const logFailure = ({ log, url }: Pick<FastifyRequest, 'log' | 'url'>, code: ErrorCode, error: unknown): void => {
  if (code === 'UNEXPECTED_ERROR') log.error({ err: error, area: areaOf(url) }, 'a request failed unexpectedly')
  if (code === 'DATABASE_UNAVAILABLE') log.warn({ reason: rootCause(error) }, 'a request failed: the database does not answer')
}

/** The parameters that a validation refused, with the reasons. Empty for all other errors. */
export const refusedFields = (error: unknown): { field: string; message: string }[] => {
  const { validation = [] } = error as { validation?: { instancePath?: string; message?: string }[] }
  return validation.map(({ instancePath, message }) => ({
    field: instancePath?.replace(/^\//, '') ?? '',
    message: message ?? '',
  }))
}

/** The shape that published OAuth clients expect when a request reached the wrong region. */
export const misdirectedError = (details: Readonly<Record<string, unknown>>) => ({
  error: {
    type: 'misdirected_request',
    message: errorMessage('MISDIRECTED_REQUEST'),
    data: { region: details.region },
  },
})
