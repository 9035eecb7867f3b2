import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newPasswordProblem } from './new-password.ts'

const lines = readFileSync(join(import.meta.dirname, 'common-passwords/list.txt'), 'utf8')
  .trimEnd()
  .split('\n')
const person = { email: 'nina@newman.test', name: 'Nina Newman' }

test('the list has more than 10,000 passwords of sufficient length, each once and in its normalized form', () => {
  expect(lines.length).toBeGreaterThan(10_000)
  expect(new Set(lines).size).toBe(lines.length)
  expect(lines.filter((line) => line.length < 8 || line !== line.normalize('NFKC').toLowerCase())).toEqual([])
})

test('a password of the list is refused in any case, and others are accepted', async () => {
  for (const password of [lines[0] ?? '', 'password1', 'Iloveyou', '1Q2W3E4R'])
    expect(await newPasswordProblem(password, person)).toBe('Everybody knows this password. Take another one.')
  for (const password of ['correct horse', 'a long password']) expect(await newPasswordProblem(password, person)).toBeNull()
})
