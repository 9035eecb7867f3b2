import { CallError } from '@marketplace/contracts/api/client'
import { type ErrorCode, ERRORS } from '@marketplace/contracts/core/errors'
import { expect, test } from 'vitest'
import { failureWords } from './failure-words.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]

test.each(codes.filter((code) => code !== 'UNEXPECTED_ERROR'))('%s is said in the words of the API, with what to do next', (code) => {
  const { status, message } = ERRORS[code]
  const words = failureWords(new CallError(code, status, message))
  expect(words.reason).toBe(message)
  expect(words.advice).toMatch(/^[A-Z].+\.$/)
})

test.each([
  ['our own failure', new CallError('UNEXPECTED_ERROR', 500, 'Unexpected error'), 'Something failed on our side.'],
  ['an answer of something in between', new CallError('oops' as ErrorCode, 502, '<html>'), 'Something failed on our side.'],
  ['a name of every object', new CallError('constructor' as ErrorCode, 500, 'x'), 'Something failed on our side.'],
  ['no answer', new TypeError('Failed to fetch'), 'The server did not answer.'],
])('%s is not blamed on the person', (_, error, reason) => expect(failureWords(error).reason).toBe(reason))

test.each([
  ['FORBIDDEN', 'Ask an administrator of your organization.'],
  ['TOO_MANY_REQUESTS', 'Try again in a moment.'],
  ['REQUEST_RUNNING', 'Try again in a moment.'],
  ['TOKEN_INVALID', 'Sign in, then try again.'],
] as const)('%s advises: %s', (code, advice) =>
  expect(failureWords(new CallError(code, ERRORS[code].status, 'x')).advice).toBe(advice))
