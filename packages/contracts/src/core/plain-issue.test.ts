import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { plainIssue } from './plain-issue.ts'

const saidOf = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: plainIssue }).error?.issues[0]?.message

describe('the fault of a value, as the end of a sentence', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['nothing', z.string(), undefined, 'is missing'],
    ['a number for a text', z.string(), 7, 'is not a string, but 7'],
    ['a text for a number', z.number(), 'seven', 'is not a number, but "seven"'],
    ['no number', z.number(), Number.NaN, 'is not a number'],
    ['a text for an object', z.object({}), 'text', 'is not an object, but "text"'],
    ['a text for a list', z.array(z.string()), 'a', 'is not a list, but "a"'],
    ['half a thing', z.int(), 1.5, 'is not a whole number, but 1.5'],
    ['a text for a yes or no', z.boolean(), 'yes', 'is not a boolean, but "yes"'],
    ['none of the words', z.enum(['allow', 'block']), 'maybe', 'is not one of allow, block'],
    ['not the one word', z.literal('usd'), 'eur', 'is not usd'],
    ['a text that is too long', z.string().max(3), 'four', 'has more than 3 characters'],
    ['an empty text', z.string().min(1), '', 'is empty'],
    ['a text that is too short', z.string().min(3), 'ab', 'has fewer than 3 characters'],
    ['too many entries', z.array(z.string()).max(1), ['a', 'b'], 'has more than 1 entries'],
    ['no entries', z.array(z.string()).min(1), [], 'is empty'],
    ['too few entries', z.array(z.string()).min(2), ['a'], 'has fewer than 2 entries'],
    ['a number that is too large', z.number().max(5), 6, 'is more than 5'],
    ['a number that is too small', z.number().min(1), 0, 'is less than 1'],
    ['a moment without its offset', z.iso.datetime(), '2026-01-01', 'is not an ISO date and time with its offset'],
    ['another format', z.string().regex(/^a$/), 'b', 'has the wrong format'],
    ['none of several', z.union([z.number(), z.boolean()]), 'x', 'matches none of the allowed formats'],
  ])('%s', (_, schema, value, said) => expect(saidOf(schema, value)).toBe(said))

  test('a message of the schema itself stays', () => {
    const schema = z.string().refine(() => false, { error: 'is no colour' })
    expect(saidOf(schema, 'x')).toBe('is no colour')
  })

  test('a long value is not repeated whole', () => {
    const said = saidOf(z.number(), 'x'.repeat(10_000)) ?? ''
    expect(said.length).toBeLessThan(200)
    expect(said.startsWith('is not a number, but ')).toBe(true)
  })

  test.each([[[]], [{}], [null], [true], [[1, 2]]])('a value of any kind is named: %j', (value) => {
    expect(saidOf(z.string(), value)).toMatch(/^is not a string, but .+/)
  })
})
