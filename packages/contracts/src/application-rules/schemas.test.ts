import { expect, test } from 'vitest'
import { letters, refusedWith, verdictOf } from '../core/test-shapes.ts'
import { applicationRulesBodySchema, MOST_REASON_LETTERS, MOST_RULED } from './schemas.ts'

const rules = { mode: 'block', applications: ['a'], revision: 0 }
const many = (count: number) => Array.from({ length: count }, (_, index) => `app-${index}`)

test.each<[string, object, string[]]>([
  ['no list', { mode: 'off', applications: [] }, []],
  ['only these', { mode: 'allow' }, []],
  ['another word', { mode: 'deny' }, ['mode']],
  ['no word', { mode: undefined }, ['mode']],
  ['as many as it may have', { applications: many(MOST_RULED) }, []],
  ['one more', { applications: many(MOST_RULED + 1) }, ['applications']],
  ['an empty id', { applications: [''] }, ['applications.0']],
  ['a very long id', { applications: [letters(101)] }, ['applications.0']],
  ['no list of them', { applications: undefined }, ['applications']],
  ['a reason', { reason: 'Legal looks at it.' }, []],
  ['a reason as long as it may be', { reason: letters(MOST_REASON_LETTERS) }, []],
  ['a longer one', { reason: letters(MOST_REASON_LETTERS + 1) }, ['reason']],
  ['a reason in two lines', { reason: 'a\nb' }, ['reason']],
  ['a reason with a NUL', { reason: 'a\0b' }, ['reason']],
  ['a later revision', { revision: 12 }, []],
  ['no revision', { revision: undefined }, ['revision']],
  ['one before the first', { revision: -1 }, ['revision']],
  ['a revision as text', { revision: '1' }, ['revision']],
])('an owner lists %s', (_, change, refused) => expect(refusedWith(applicationRulesBodySchema, rules, change)).toEqual(refused))

test('a missing reason is read as an empty one', () => {
  expect(verdictOf(applicationRulesBodySchema, rules)).toEqual({ taken: { ...rules, reason: '' } })
  expect(verdictOf(applicationRulesBodySchema, { ...rules, reason: '  Not now.  ' })).toEqual({
    taken: { ...rules, reason: 'Not now.' },
  })
})
