import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import {
  campaignRequestSchema,
  expertCommentSchema,
  expertMessageSchema,
  expertVisitSchema,
  prospectVisitSchema,
  waitingEntrySchema,
} from './visitor-schemas.ts'

type Row = [what: string, change: object, refused: string[]]
const sender = { userEmail: 'ada@acme.example', name: 'Ada' }
const FORMS: [string, z.ZodType, object][] = [
  ['a message', expertMessageSchema, { ...sender, message: 'Can you help us?' }],
  ['a review', expertCommentSchema, { ...sender, comment: 'They helped us.' }],
  ['a request', campaignRequestSchema, { ...sender, message: 'Can you help us?' }],
]

describe.each(FORMS)('who sends %s', (_form, schema, right) => {
  test.each<Row>([
    ['has an address', {}, []],
    ['has one that is none', { userEmail: 'ada' }, ['userEmail']],
    ['has none', { userEmail: undefined }, ['userEmail']],
    ['has an empty one', { userEmail: '' }, ['userEmail']],
    ['has one of more than 254 letters', { userEmail: `${letters(250)}@a.example` }, ['userEmail']],
    ['adds a header to it', { userEmail: 'ada@acme.example\r\nBcc: all@acme.example' }, ['userEmail']],
    ['has a name of two letters', { name: 'Al' }, []],
    ['of one', { name: 'A' }, ['name']],
    ['of 64', { name: letters(64) }, []],
    ['of 65', { name: letters(65) }, ['name']],
    ['of blanks', { name: '    ' }, ['name']],
    ['of control characters', { name: 'A\0da' }, ['name']],
    ['has no website', { website: null }, []],
    ['has an empty one', { website: '' }, []],
    ['has one', { website: 'https://acme.example/about' }, []],
    ['has one without its scheme', { website: 'acme.example' }, ['website']],
    ['has a script for one', { website: 'javascript:alert(1)' }, ['website']],
    ['has one that reads like another', { website: 'https://bank.example@phish.example' }, ['website']],
    ['has one of more than 255 letters', { website: `https://acme.example/${letters(255)}` }, ['website']],
    ['fills the field that nobody sees', { fax: 'spam' }, []],
    ['sends what is not read', { email: 'other@acme.example' }, []],
  ])('%s', (_, change, refused) => expect(refusedWith(schema, right, change)).toEqual(refused))

  test('has a name in one line, so that it can stand in a subject', () => {
    const verdict = verdictOf(schema, { ...right, name: ' Ada\r\n  Lovelace\u200b ' })
    expect(verdict).toMatchObject({ taken: { name: 'Ada Lovelace' } })
  })
})

describe.each([
  ['a message', expertMessageSchema, 'message', 2_000],
  ['a request', campaignRequestSchema, 'message', 2_000],
  ['a review', expertCommentSchema, 'comment', 255],
] as const)('the text of %s', (_form, schema, field, most) => {
  test.each<[string, unknown, boolean]>([
    ['of two letters', 'Hi', true],
    ['of one', 'H', false],
    ['of none', '', false],
    ['of blanks', '     ', false],
    ['of as many letters as it may have', letters(most), true],
    ['of one more', letters(most + 1), false],
    ['of as many faces, which are one letter each', '😀'.repeat(most), true],
    ['with line breaks', 'a\nb', true],
    ['with a NUL', 'a\0b', false],
    ['with an escape that terminals obey', 'a\u001b[31mb', false],
    ['that is none', 7, false],
  ])('%s', (_, text, isTaken) => {
    expect(refusedWith(schema, sender, { [field]: text })).toEqual(isTaken ? [] : [field])
  })

  test('counts line ends as a browser does', () => {
    expect(verdictOf(schema, { ...sender, [field]: 'a\r\nb' })).toMatchObject({ taken: { [field]: 'a\nb' } })
  })
})

describe('the experts of a request', () => {
  const request = { ...sender, message: 'Can you help us?' }
  test.each<Row>([
    ['all of them', {}, []],
    ['one', { experts: ['e1'] }, []],
    ['twenty', { experts: Array.from({ length: 20 }, (_, index) => `e${index}`) }, []],
    ['more', { experts: Array.from({ length: 21 }, (_, index) => `e${index}`) }, ['experts']],
    ['nobody', { experts: [] }, ['experts']],
    ['an empty id', { experts: [''] }, ['experts.0']],
  ])('%s', (_, change, refused) => expect(refusedWith(campaignRequestSchema, request, change)).toEqual(refused))
})

describe('surnames may be left out', () => {
  test.each<Row>([
    ['none', {}, []],
    ['an empty one', { surname: '' }, []],
    ['null', { surname: null }, []],
    ['of 64 letters', { surname: letters(64) }, []],
    ['of 65', { surname: letters(65) }, ['surname']],
  ])('%s', (_, change, refused) =>
    expect(refusedWith(expertMessageSchema, { ...sender, message: 'Hi' }, change)).toEqual(refused),
  )
})

describe('the people who wait for an expert', () => {
  test.each<Row>([
    ['with an address', { email: 'ada@acme.example' }, []],
    ['without', {}, ['email']],
    ['with another text', { email: 'ada' }, ['email']],
  ])('%s', (_, entry, refused) => expect(refusedWith(waitingEntrySchema, {}, entry)).toEqual(refused))
})

describe.each([
  ['an expert', expertVisitSchema, 'expert_id'],
  ['a prospect', prospectVisitSchema, 'prospect_id'],
] as const)('a visit of %s', (_who, schema, field) => {
  const visit = { [field]: 'e1', visited_at: '2026-11-22T10:00:00Z' }
  test.each<Row>([
    ['now', {}, []],
    ['in another zone', { visited_at: '2026-11-22T11:00:00+01:00' }, []],
    ['on a day', { visited_at: '2026-11-22' }, ['visited_at']],
    ['at no time', { visited_at: undefined }, ['visited_at']],
    ['of nobody', { [field]: '' }, [field]],
    ['of an id that is too long', { [field]: letters(101) }, [field]],
  ])('%s', (_, change, refused) => expect(refusedWith(schema, visit, change)).toEqual(refused))
})
