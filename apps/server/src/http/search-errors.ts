import type { FastifyInstance } from 'fastify'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/errors'
import { ApiError } from '../core/api-error.ts'
import { errorCodeOf, logFailure, refusedFields } from './errors.ts'

/** The shape in which the hosted index's protocol answers a failure. */
export type SearchFailure = { message: string; status: number }

export const searchFailure = (code: ErrorCode, message: string = ERRORS[code].message): SearchFailure => ({
  message,
  status: ERRORS[code].status,
})

/** What is wrong, in a sentence: the index's own reason, or the first thing that a validation refused. */
const messageOf = (error: unknown, code: ErrorCode): string => {
  if (error instanceof ApiError && typeof error.details.reason === 'string') return error.details.reason
  const [first] = refusedFields(error)
  return first ? `${first.field || 'the request'}: ${first.message}` : ERRORS[code].message
}

/** Answers every failure of these routes in the protocol's own shape. */
export const answerSearchErrors = (scope: FastifyInstance): void => {
  scope.setErrorHandler((error, request, reply) => {
    const code = errorCodeOf(error)
    logFailure(request.log, code, error)
    void reply
      .code(ERRORS[code].status)
      .type('application/json')
      .send(searchFailure(code, messageOf(error, code)))
  })
}
