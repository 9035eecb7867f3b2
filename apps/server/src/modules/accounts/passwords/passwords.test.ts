import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PASSWORD, MAX_TYPED_PASSWORD } from '@marketplace/domain/passwords'
import { newPasswordProblem } from './new-password.ts'
import { hashPassword, isPassword } from './passwords.ts'

const of = { email: 'nina@newman.test', name: 'Nina Newman', organization: 'Newman' }
const right = (password: string, kept: string | null) => isPassword(password, kept, 'here')

describe('the hash of a password', () => {
  test('contains its cost, and differs each time', async () => {
    const [one, two] = await Promise.all([hashPassword('a long password'), hashPassword('a long password')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(two).not.toBe(one)
    expect(await Promise.all([one, two].map((hash) => right('a long password', hash)))).toEqual([true, true])
  })

  test('fits its own password and no other', async () => {
    const hash = await hashPassword('a long password')
    for (const wrong of ['', 'a long passwor', 'a long password ', 'A long password', 'a long password\0', hash])
      expect(await right(wrong, hash)).toBe(false)
  })

  test('fits the same letters in any Unicode form', async () => {
    const hash = await hashPassword('cafe\u0301 \ufb01sh \uff11')
    expect(await right('caf\u00e9 fish 1', hash)).toBe(true)
    expect(await right('cafe fish 1', hash)).toBe(false)
  })

  test('fits no password if it is missing or unreadable', async () => {
    const hash = await hashPassword('a long password')
    const kept = [
      null,
      '',
      'a long password',
      hash.slice(0, -1).replace('argon2id', 'argon2i'),
      hash.replace('v=19', 'v=16'),
      `${hash}x!`,
    ]
    for (const each of kept) expect(await right('a long password', each)).toBe(false)
    // The hash that replaces a missing one does not match any password.
    expect(await right('', null)).toBe(false)
  })

  test('of a higher or lower cost than today’s is still checked', async () => {
    const cheap = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$'
    expect(await right('a long password', `${cheap}${'A'.repeat(43)}`)).toBe(false)
  })
})

describe('a new password', () => {
  test('may have the maximum number of characters, however many bytes they take', async () => {
    const letters = [...'😀🚀🌊🍏']
    const emoji = Array.from({ length: MAX_PASSWORD }, (_, index) => letters[index % 4]).join('')
    expect(emoji).toHaveLength(MAX_TYPED_PASSWORD)
    expect(await newPasswordProblem(emoji, of)).toBeNull()
    expect(await newPasswordProblem(`${emoji}x`, of)).toBe('Use at most 200 characters')
    expect(await newPasswordProblem('\ufdfa'.repeat(20), of)).toBe('Use at most 200 characters')
  })

  test('is never refused for being short and long at once, and never accepted outside its bounds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (typed) => {
        const problem = await newPasswordProblem(typed, of)
        const length = [...typed.normalize('NFKC')].length
        if (length < 8) expect(problem).toBe('Use at least 8 characters')
        else expect(problem).not.toBe('Use at least 8 characters')
      }),
    )
  })

  test.each(['nina newman!!', 'NEWMAN newman', 'nina@newman.test', 'marketplace1'])(
    'must not consist of the person’s name or e-mail: %s',
    async (typed) => {
      expect(await newPasswordProblem(typed, of)).not.toBeNull()
    },
  )
})
