import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../../../test/harness.ts'
import { createOrganization, type Organization } from '../../../../test/people.ts'
import { statementsOf } from '../../../../test/statements.ts'
import { inTransaction, type Transaction } from '../../../db/transaction.ts'
import { hasSecondFactor } from '../../organizations/index.ts'
import { newAppSecret } from './app-codes.ts'
import { claimCode, isAppCode } from './check-code.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import {
  claimAppStep,
  claimChallenge,
  countAttempt,
  countRecoveryCodes,
  deleteApp,
  deletePasskey,
  findPasskeys,
  findStep,
  insertApp,
  insertPasskey,
  insertStep,
  lockStep,
  replaceRecoveryCodes,
} from './repository.ts'
import { openVault } from './vault.ts'
import { isOn, readSecondFactor } from './view.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const vault = openVault(['a secret of the server'])

let store: TestStore
let acme: Organization
let [ann, bob] = ['', '']
beforeAll(async () => {
  store = await openTestStore()
  acme = await createOrganization(store, 'acme')
  ann = acme.people.owner.accountId
  bob = acme.people.viewer.accountId
})
afterAll(() => store.close())
beforeEach(() => store.client.pool.query('truncate authenticator_apps, passkeys, recovery_codes, sign_in_steps, used_challenges'))

const within = <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(store.client.database, work)
const codeAt = (secret: string, at: Date) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const setUpApp = async (accountId = ann): Promise<string> => {
  const secret = newAppSecret()
  await within((transaction) =>
    insertApp(transaction, { accountId, sealedSecret: vault.seal(secret, accountId), lastStep: 0, createdAt: NOW }),
  )
  return secret
}
const makeCodes = async (accountId = ann): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await within((transaction) =>
    replaceRecoveryCodes(
      transaction,
      accountId,
      codes.flatMap((code) => hashOfRecoveryCode(code) ?? []),
    ),
  )
  return codes
}
const claim = (code: string, at = NOW, accountId = ann) =>
  within((transaction) => claimCode(transaction, vault, { accountId, code }, at))
const passkey = (id: string, accountId = ann, createdAt = NOW) => ({
  id,
  accountId,
  name: `Key ${id}`,
  publicKey: 'public',
  counter: 0,
  transports: [],
  createdAt,
})

describe('a code of the app', () => {
  test('is used up by one of five requests at once', async () => {
    const code = codeAt(await setUpApp(), NOW)
    const used = await Promise.all([1, 2, 3, 4, 5].map(() => claim(code)))
    expect(used.filter((each) => each === 'app')).toHaveLength(1)
    expect(await claim(code)).toBeNull()
  })

  test('makes older codes invalid when it is used', async () => {
    const secret = await setUpApp()
    const [before, now, next] = [-30, 0, 30].map((seconds) => codeAt(secret, later(seconds))) as [string, string, string]
    expect(await claim(now)).toBe('app')
    expect(await claim(before)).toBeNull()
    expect(await claim(next)).toBe('app')
    expect(await claim(now)).toBeNull()
  })

  test('may be typed with spaces, and is valid for its account only', async () => {
    const secret = await setUpApp()
    const code = codeAt(secret, NOW)
    expect(await claim(code, NOW, bob)).toBeNull()
    await setUpApp(bob)
    expect(await claim(code, NOW, bob)).toBeNull()
    expect(await claim(` ${code.slice(0, 3)} ${code.slice(3)}\t`)).toBe('app')
  })

  test('is not used up if the transaction fails', async () => {
    const code = codeAt(await setUpApp(), NOW)
    const failing = within(async (transaction) => {
      expect(await claimCode(transaction, vault, { accountId: ann, code }, NOW)).toBe('app')
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await claim(code)).toBe('app')
  })

  test('does not work where the secret was copied to another account', async () => {
    const code = codeAt(await setUpApp(), NOW)
    await store.client.pool.query('update authenticator_apps set account_id = $1', [bob])
    expect(await claim(code, NOW, bob)).toBeNull()
  })

  test('of a time step is accepted once, and after it no code of an earlier step', async () => {
    await setUpApp()
    const step = (number: number) => within((transaction) => claimAppStep(transaction, ann, number))
    expect([await step(7), await step(7), await step(6), await step(8)]).toEqual([true, false, false, true])
    expect(await within((transaction) => claimAppStep(transaction, bob, 9))).toBe(false)
  })
})

describe('a recovery code', () => {
  test('is used up by one of five requests at once, and leaves the others', async () => {
    const [code = '', other = ''] = await makeCodes()
    const used = await Promise.all([1, 2, 3, 4, 5].map(() => claim(code)))
    expect(used.filter((each) => each === 'recovery')).toHaveLength(1)
    expect(await countRecoveryCodes(store.client.database, ann)).toBe(9)
    expect(await claim(other.toUpperCase().replaceAll('-', ' '))).toBe('recovery')
  })

  test('is valid for its account only, and invalid after it was replaced', async () => {
    const [code = ''] = await makeCodes()
    await makeCodes(bob)
    expect(await claim(code, NOW, bob)).toBeNull()
    const [next = ''] = await makeCodes()
    expect(await claim(code)).toBeNull()
    expect(await claim(next)).toBe('recovery')
    expect(await countRecoveryCodes(store.client.database, bob)).toBe(10)
    await within((transaction) => replaceRecoveryCodes(transaction, ann, []))
    expect(await countRecoveryCodes(store.client.database, ann)).toBe(0)
  })

  test.each([
    '',
    ' ',
    '0'.repeat(101),
    `${' '.repeat(100)}000000`,
    '\0',
    "' or 1=1",
    '０００００００００００００００００００００００００',
  ])('cannot be %j, which is refused without a query', async (code) => {
    await setUpApp()
    await makeCodes()
    const sent = await statementsOf(async () => expect(await claim(code)).toBeNull())
    expect(sent).toEqual([])
  })

  test.each([
    ['123456', true],
    ['12 34 56', true],
    ['12345', false],
    ['1234567', false],
    ['１２３４５６', false],
    ['123456-', false],
  ])('%j looks like a code of an app, which can be guessed: %j', (code, looks) => expect(isAppCode(code)).toBe(looks))
})

describe('the second steps of an account', () => {
  const view = () => readSecondFactor(store.client.database, ann)

  test('is on with an app or a passkey, and not with recovery codes alone', async () => {
    const has = () => hasSecondFactor(store.client.database, ann)
    await makeCodes()
    expect([isOn(await view()), await has(), (await view()).recoveryCodes]).toEqual([false, false, 10])
    await within((transaction) => insertPasskey(transaction, passkey('one')))
    expect([isOn(await view()), await has()]).toEqual([true, true])
    await setUpApp()
    expect(await within((transaction) => deletePasskey(transaction, ann, 'one'))).toBe('Key one')
    expect([isOn(await view()), await has()]).toEqual([true, true])
    expect(await within((transaction) => deleteApp(transaction, ann))).toBe(true)
    expect(await within((transaction) => deleteApp(transaction, ann))).toBe(false)
    expect([isOn(await view()), await has()]).toEqual([false, false])
  })

  test('is a passkey that no other account can have or remove', async () => {
    expect(await within((transaction) => insertPasskey(transaction, passkey('one')))).toBe(true)
    expect(await within((transaction) => insertPasskey(transaction, passkey('one', bob)))).toBe(false)
    expect(await within((transaction) => deletePasskey(transaction, bob, 'one'))).toBeNull()
    expect((await view()).passkeys.map(({ id }) => id)).toEqual(['one'])
  })

  test('lists passkeys by age', async () => {
    for (const [id, seconds] of [
      ['b', 0],
      ['a', 0],
      ['first', -1],
      ['last', 1],
    ] as const)
      await within((transaction) => insertPasskey(transaction, passkey(id, ann, later(seconds))))
    expect((await findPasskeys(store.client.database, ann)).map(({ id }) => id)).toEqual(['first', 'a', 'b', 'last'])
  })
})

describe('the second step of a sign-in', () => {
  const add = async (hash = randomUUID()) => {
    const step = { hash, accountId: ann, passwordProof: 'proof', knownBrowser: false, expiresAt: later(600) }
    await insertStep(store.client.database, step)
    return hash
  }

  test('allows a fixed number of attempts, also for thirty simultaneous requests', async () => {
    const hash = await add()
    const counted = await Promise.all(
      Array.from({ length: 30 }, () => countAttempt(store.client.database, hash, { most: 5, now: NOW })),
    )
    expect(counted.flatMap((step) => step?.attempts ?? []).toSorted()).toEqual([1, 2, 3, 4, 5])
    // The step remains, so that the page can show the reason.
    expect(await findStep(store.client.database, hash, NOW)).toMatchObject({ attempts: 5 })
  })

  test('is gone after its time', async () => {
    const hash = await add()
    const count = (now: Date) => countAttempt(store.client.database, hash, { most: 5, now })
    expect(await findStep(store.client.database, hash, later(599))).not.toBeNull()
    expect([await findStep(store.client.database, hash, later(600)), await count(later(600))]).toEqual([null, null])
    expect(await count(later(599))).toMatchObject({ attempts: 1 })
    expect(await countAttempt(store.client.database, 'unknown', { most: 5, now: NOW })).toBeNull()
  })

  test('is passed once: simultaneous requests wait, and then find it gone', async () => {
    const hash = await add()
    const pass = () =>
      within(async (transaction) => {
        if (!(await lockStep(transaction, hash))) return 'gone'
        await transaction.execute(`delete from sign_in_steps where hash = '${hash}'`)
        return 'passed'
      })
    expect((await Promise.all([pass(), pass(), pass()])).toSorted()).toEqual(['gone', 'gone', 'passed'])
  })
})

test('one of five simultaneous requests claims a challenge', async () => {
  const answer = (challenge: string) => within((transaction) => claimChallenge(transaction, challenge, later(600)))
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => answer('a challenge')))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await answer('another')).toBe(true)
  const { rows } = await store.client.pool.query<{ hash: string }>('select hash from used_challenges')
  expect(rows.map(({ hash }) => hash)).not.toContain('a challenge')
})
