import { DrizzleQueryError } from 'drizzle-orm/errors'
import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { createLog, describeError, type LoggedError, lineOf } from './log.ts'

const SECRET = 'private.person@example.test'
const refusal = (message: string, fields: object) => Object.assign(new DatabaseError(message, message.length, 'error'), fields)
const statement = (cause: Error) =>
  new DrizzleQueryError('insert into "accounts" ("email") values ($1)', [SECRET, '$argon2id$v=19$x'], cause)

const ERRORS: [string, Error][] = [
  [
    'a key that is there already',
    statement(
      refusal('duplicate key value violates unique constraint "accounts_email"', {
        code: '23505',
        detail: `Key (lower(email))=(${SECRET}) already exists.`,
        constraint: 'accounts_email',
      }),
    ),
  ],
  [
    'a value that is not of its type',
    statement(refusal(`invalid input syntax for type integer: "${SECRET}"`, { code: '22P02' })),
  ],
  ['a value that is out of range', statement(refusal(`value "${SECRET}" is out of range for type integer`, { code: '22003' }))],
  ['an error around it', new Error('a page failed', { cause: statement(new Error('no connection')) })],
  ['one of several', new AggregateError([statement(new Error('no connection'))], 'all failed')],
  ['an address with a token', new Error(`fetch of https://a.test/?access_token=${SECRET}&code=${SECRET} failed`)],
  ['an address that is none', Object.assign(new TypeError('Invalid URL'), { input: `//?code=${SECRET}` })],
]

describe('an error in the log', () => {
  test.each(ERRORS)('contains nothing that a person entered: %s', (_, error) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    log.error({ err: error }, 'failed')
    log.child({}).error(error, 'failed')
    expect(lines).toHaveLength(2)
    for (const line of [...lines, lineOf(error)]) {
      expect(line).not.toContain(SECRET)
      expect(line).not.toContain('argon2id')
    }
  })

  test('says what failed and where', () => {
    const described = describeError(ERRORS[0]?.[1])
    expect(described).toMatchObject({
      type: 'DrizzleQueryError',
      message: 'a statement failed',
      sql: 'insert into "accounts" ("email") values ($1)',
      stack: expect.stringMatching(/^\s+at .*log\.test\.ts/),
      cause: { code: '23505', constraint: 'accounts_email', message: expect.stringContaining('accounts_email') },
    })
    expect(lineOf(ERRORS[0]?.[1])).toBe('a statement failed: duplicate key value violates unique constraint "accounts_email"')
  })

  test('is logged the same if it was copied into a plain object', () => {
    const error = refusal('terminating connection', { code: '57P01', detail: SECRET })
    const described = describeError({ ...error, message: error.message, stack: error.stack, queue: 'mail' })
    expect(described).toMatchObject({
      type: 'object',
      message: 'terminating connection',
      code: '57P01',
      stack: expect.stringMatching(/^\s+at .*log\.test\.ts/),
    })
    expect(JSON.stringify(described)).not.toContain(SECRET)
  })

  test('that is its own cause is logged once', () => {
    const error = new Error('round')
    error.cause = error
    expect(describeError(error)).not.toHaveProperty('cause')
    const second = new Error('second', { cause: new Error('first', { cause: error }) })
    error.cause = second
    expect(describeError(error).cause?.cause).toMatchObject({ message: 'first' })
    expect(describeError(error).cause?.cause).not.toHaveProperty('cause')
    const all = new AggregateError([new Error('one')], 'all failed')
    all.errors.push(all)
    expect(describeError(all)['causes']).toMatchObject([{ message: 'one' }])
  })

  test('is logged with at most five of its causes', () => {
    let error = new Error('0')
    for (let index = 1; index <= 20; index += 1) error = new Error(String(index), { cause: error })
    const messages: string[] = []
    for (let logged: LoggedError | undefined = describeError(error); logged; logged = logged.cause) messages.push(logged.message)
    expect(messages).toEqual(['20', '19', '18', '17', '16', '15'])
  })
})
