import { ERRORS } from '@marketplace/contracts/core/errors'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../core/api-error.ts'
import { envelope, errorCodeOf, logFailure, misdirectedError, refusedFields } from './errors.ts'

const thrown = (given: object, message = 'failed') => Object.assign(new Error(message), given)

describe('a thrown error becomes a code', () => {
  test.each<[string, unknown, string]>([
    ['our own error', new ApiError('CART_EMPTY'), 'CART_EMPTY'],
    ['an address that cannot be read', thrown({ code: 'FST_ERR_BAD_URL' }), 'BAD_REQUEST'],
    ['another content type', thrown({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body that is too large', thrown({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), 'PAYLOAD_TOO_LARGE'],
    ['too many files', thrown({ code: 'FST_FILES_LIMIT' }), 'PAYLOAD_TOO_LARGE'],
    ['a form of no form', thrown({ code: 'FST_INVALID_MULTIPART_CONTENT_TYPE' }), 'UNSUPPORTED_MEDIA_TYPE'],
    ['a parameter that is refused', thrown({ code: 'FST_ERR_VALIDATION' }), 'INVALID_PARAMETERS'],
    ['JSON that is none', thrown({ statusCode: 400 }), 'BAD_REQUEST'],
    ['another failure of the caller', thrown({ statusCode: 418 }), 'BAD_REQUEST'],
    ['a NUL for the database', thrown({ code: '22021' }), 'BAD_REQUEST'],
    ['a NUL for JSON of the database', thrown({ code: '22P05' }), 'BAD_REQUEST'],
    ['a NUL, wrapped', new Error('Failed query', { cause: thrown({ code: '22021' }) }), 'BAD_REQUEST'],
    ['a database that is away', thrown({ code: 'ECONNREFUSED' }), 'DATABASE_UNAVAILABLE'],
    ['a database that is away, wrapped', new Error('Failed query', { cause: thrown({ code: '57P01' }) }), 'DATABASE_UNAVAILABLE'],
    ['a full disk', thrown({ code: '53100' }), 'DATABASE_UNAVAILABLE'],
    ['a constraint that was broken', thrown({ code: '23505' }), 'UNEXPECTED_ERROR'],
    ['a failure of ours', thrown({ statusCode: 500 }), 'UNEXPECTED_ERROR'],
    ['a mistake in the code', new TypeError('x is not a function'), 'UNEXPECTED_ERROR'],
    ['a text', 'oops', 'UNEXPECTED_ERROR'],
    ['nothing', undefined, 'UNEXPECTED_ERROR'],
    ['an object that looks like ours', { code: 'CART_EMPTY' }, 'UNEXPECTED_ERROR'],
  ])('%s', (_, error, code) => expect(errorCodeOf(error)).toBe(code))
})

describe('the answer', () => {
  test('is the code, its sentence, the request, and the details', () => {
    expect(envelope('INSTALL_OWNER_ONLY', 'r1', { product: 'Live Chat' })).toEqual({
      code: 'INSTALL_OWNER_ONLY',
      message: 'To install contact the owner of the Live Chat license.',
      requestId: 'r1',
      product: 'Live Chat',
    })
  })

  test('no detail takes the place of the code, the message or the request', () => {
    const answer = envelope('FORBIDDEN', 'r1', { code: 'OK', message: 'Fine', requestId: 'other' })
    expect(answer).toEqual({ code: 'FORBIDDEN', message: ERRORS.FORBIDDEN.message, requestId: 'r1' })
  })

  test('to a wrong region is what published clients read', () => {
    expect(misdirectedError({ region: 'fra' })).toEqual({
      error: { type: 'misdirected_request', message: 'Wrong region', data: { region: 'fra' } },
    })
  })

  test.each<[unknown, ReturnType<typeof refusedFields>]>([
    [thrown({ validation: [{ instancePath: '/zip', message: 'is missing' }] }), [{ field: 'zip', message: 'is missing' }]],
    [thrown({ validation: [{ instancePath: '/a/0/b' }] }), [{ field: 'a/0/b', message: '' }]],
    [thrown({ validation: [{ message: 'is no object' }] }), [{ field: '', message: 'is no object' }]],
    [new Error('other'), []],
  ])('fields that were refused: %#', (error, fields) => expect(refusedFields(error)).toEqual(fields))
})

describe('what is logged', () => {
  const logged = (code: Parameters<typeof logFailure>[1], error: unknown) => {
    const log = { error: vi.fn(), warn: vi.fn() }
    logFailure({ log: log as never, url: '/api/v2/agents' }, code, error)
    return { errors: log.error.mock.calls, warnings: log.warn.mock.calls }
  }

  test('a failure that nobody expects, whole', () => {
    const error = new TypeError('x is not a function')
    const { errors, warnings } = logged('UNEXPECTED_ERROR', error)
    expect(errors).toEqual([[expect.objectContaining({ err: error }), 'a request failed unexpectedly']])
    expect(warnings).toEqual([])
  })

  test('a database that is away by its cause alone, and never the statement', () => {
    const error = new Error('Failed query: select * from accounts where email = ada@acme.test', {
      cause: thrown({ code: 'ECONNREFUSED' }, 'connect ECONNREFUSED'),
    })
    const { errors, warnings } = logged('DATABASE_UNAVAILABLE', error)
    expect(errors).toEqual([])
    expect(JSON.stringify(warnings)).toContain('connect ECONNREFUSED')
    expect(JSON.stringify(warnings)).not.toContain('ada@acme.test')
  })

  test.each(['FORBIDDEN', 'CART_EMPTY', 'BAD_REQUEST'] as const)('%s not at all', (code) => {
    expect(logged(code, new ApiError(code))).toEqual({ errors: [], warnings: [] })
  })
})
