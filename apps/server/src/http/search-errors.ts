import type { FastifyInstance } from 'fastify'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { ApiError } from '../core/api-error.ts'
import { errorCodeOf, logFailure, refusedFields } from './errors.ts'

/** The shape of errors in the search protocol of hosted indexes. */
export type SearchFailure = { message: string; status: number }

export const searchFailure = (code: ErrorCode, message: string = ERRORS[code].message): SearchFailure => ({
  message,
  status: ERRORS[code].status,
})

/** The reason in one sentence: the index's own, or the first one of the validation. */
const messageOf = (error: unknown, code: ErrorCode): string => {
  if (error instanceof ApiError && typeof error.details.reason === 'string') return error.details.reason
  const [first] = refusedFields(error)
  return first ? `${first.field || 'the request'}: ${first.message}` : ERRORS[code].message
}

/** Answers every error of these routes in the protocol's shape. */
export const answerSearchErrors = (scope: FastifyInstance): void => {
  scope.setErrorHandler((error, request, reply) => {
    const code = errorCodeOf(error)
    logFailure(request, code, error)
    void reply
      .code(ERRORS[code].status)
      .type('application/json')
      .send(searchFailure(code, messageOf(error, code)))
  })
}
