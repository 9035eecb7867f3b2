import { describe, expect, test } from 'vitest'
import { type PasswordProblem, passwordProblem } from './passwords.ts'

const COMMON = new Set(['password1', 'iloveyou', 'sunshine1'])
const context = {
  email: 'nina.newman@bakery.test',
  name: 'Nina Newman',
  organization: 'Blue Bakery',
  isCommon: (password: string) => COMMON.has(password),
}

describe('passwordProblem', () => {
  test.each<[string, PasswordProblem | null]>([
    ['1234567', 'short'],
    ['👍👍👍👍👍👍👍', 'short'],
    ['ﬁﬁﬁﬁ', 'common'],
    ['x'.repeat(201), 'long'],
    ['abcd'.repeat(50), null],
    ['password1', 'common'],
    ['PassWord1', 'common'],
    ['ｐａｓｓｗｏｒｄ１', 'common'],
    ['aaaaaaaaaaaa', 'common'],
    ['abababab', 'common'],
    ['marketplace', 'personal'],
    ['Marketplace2026', 'personal'],
    ['livechat!!', 'personal'],
    ['nina.newman', 'personal'],
    ['NinaNewman1!', 'personal'],
    ['bakery2026', 'personal'],
    ['bluebakery', 'personal'],
    ['nina.newman@bakery.test', 'personal'],
    ['my marketplace of ideas', null],
    ['newman sings at dawn', null],
    ['correct horse', null],
    ['a long password', null],
    ['пароль из букв', null],
    ['        ', 'common'],
  ])('%s: %s', (password, problem) => {
    expect(passwordProblem(password, context)).toBe(problem)
  })

  test('a very short name refuses no password', () => {
    expect(passwordProblem('ann likes rain', { ...context, name: 'Ann', email: 'a@b.co' })).toBeNull()
  })

  test('a long name and a long password are checked at once', () => {
    expect(passwordProblem('newman'.repeat(33), { ...context, name: 'newman '.repeat(5_000) })).toBe('personal')
  })
})
