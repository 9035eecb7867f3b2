import { describe, expect, test } from 'vitest'
import { errorCodeOf } from './errors.ts'

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)
const refused = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })

describe('an error of the database', () => {
  test.each([
    ['the session was ended', failure('terminating connection due to administrator command', { code: '57P01' })],
    ['PostgreSQL starts', failure('the database system is starting up', { code: '57P03' })],
    ['a lock was not given', failure('canceling statement due to lock timeout', { code: '55P03' })],
    ['a statement took too long', failure('canceling statement due to statement timeout', { code: '57014' })],
    ['the disk is full', failure('could not extend file', { code: '53100' })],
    ['the protocol failed', failure('protocol violation', { code: '08P01' })],
    ['the connection ended', failure('Connection terminated unexpectedly')],
    ['no connection came', failure('timeout exceeded when trying to connect')],
    ['nobody listens', refused],
    ['nobody listens at either address', new AggregateError([refused, refused])],
    ['it was wrapped', failure('Failed query: begin', { cause: failure('read ECONNRESET', { code: 'ECONNRESET' }) })],
  ])('%s: it does not answer right now', (_, error) => expect(errorCodeOf(error)).toBe('DATABASE_UNAVAILABLE'))

  test.each([
    ['a text has a NUL', failure('Failed query', { cause: failure('invalid byte sequence', { code: '22021' }) }), 'BAD_REQUEST'],
    ['a statement is wrong', failure('syntax error', { code: '42601' }), 'UNEXPECTED_ERROR'],
    ['a row is there twice', failure('duplicate key', { code: '23505' }), 'UNEXPECTED_ERROR'],
    ['whoever sent the request is gone', failure('aborted', { code: 'ECONNRESET', statusCode: 400 }), 'BAD_REQUEST'],
  ] as const)('%s: %s', (_, error, code) => expect(errorCodeOf(error)).toBe(code))

  test('survives a cyclic cause', () => {
    const error = failure('round')
    error.cause = error
    expect(errorCodeOf(error)).toBe('UNEXPECTED_ERROR')
  })
})
