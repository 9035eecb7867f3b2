import { describe, expect, test } from 'vitest'
import { type AccountNotice, writeNotice } from './notices.ts'

const NOW = new Date('2026-11-22T10:00:00Z')
const browser = { device: 'Firefox on Linux', network: '198.51.100.0' } as Extract<
  AccountNotice,
  { kind: 'signed-in' }
>['browser']
const mailOf = (notice: AccountNotice) =>
  writeNotice(notice, { name: 'Ada', email: 'ada@acme.test' }, 'https://accounts.test', NOW)

const NOTICES: Record<AccountNotice['kind'], [notice: AccountNotice, subject: RegExp, says: RegExp]> = {
  'signed-in': [{ kind: 'signed-in', browser }, /^A new sign-in to your account/, /a sign-in to your account from a new browser/],
  'password-changed': [
    { kind: 'password-changed', browser },
    /^Your password was changed/,
    /Every other browser and application/,
  ],
  'password-reset': [{ kind: 'password-reset', browser }, /^Your password was changed/, /by the mailed link/],
  'session-ended': [
    { kind: 'session-ended', browser, ended: 'Safari on an iPhone' },
    /^A session of yours was ended/,
    /^Safari on an iPhone was signed out of your account/m,
  ],
  'sessions-ended': [{ kind: 'sessions-ended', browser }, /^Your other sessions were ended/, /signed out of your account/],
  'access-taken-back': [
    { kind: 'access-taken-back', client: 'Larkspur' },
    /^An application lost access/,
    /Larkspur can no longer act as you/,
  ],
  'access-given': [
    { kind: 'access-given', client: 'Larkspur', organization: 'Acme' },
    /^An application has access/,
    /You have allowed Larkspur to act as you in Acme/,
  ],
  'second-factor-added': [
    { kind: 'second-factor-added', browser, what: 'A passkey' },
    /^A second step was added/,
    /A passkey was added to your account/,
  ],
  'second-factor-removed': [
    { kind: 'second-factor-removed', browser, what: 'A passkey' },
    /^A second step was removed/,
    /not asked for at sign-in any more/,
  ],
  'recovery-codes-made': [{ kind: 'recovery-codes-made', browser }, /^You have new recovery codes/, /old ones do not work/],
  'recovery-code-used': [{ kind: 'recovery-code-used', browser, left: 3 }, /^A recovery code was used/, /3 of them are left/],
  'second-factor-refused': [
    { kind: 'second-factor-refused', browser },
    /^Another person may know your password/,
    /change your password now/,
  ],
  'proof-refused': [
    { kind: 'proof-refused', browser },
    /^Wrong codes on the page of your account/,
    /Several wrong codes were typed in a signed-in browser/,
  ],
  'second-factor-rule': [
    { kind: 'second-factor-rule', organization: 'Acme', isRequired: true, browser },
    /^A second step is required in Acme/,
    /set one up at the next sign-in/,
  ],
}

describe('the mail about an account', () => {
  test.each(Object.values(NOTICES))('%j', (notice, subject, says) => {
    const mail = mailOf(notice)
    expect(mail.recipient).toBe('ada@acme.test')
    expect(mail.subject).toMatch(subject)
    expect(mail.text).toMatch(says)
    expect(mail.text).toContain('Hello Ada,')
    // A reader who did not make the change finds a link to the account. The link contains no secret.
    expect(mail.text).toContain('https://accounts.test/account')
    expect(mail.text).not.toMatch(/token=|code=/)
    expect(mail.text).toContain('2026')
  })

  test.each(Object.values(NOTICES).filter(([notice]) => 'browser' in notice))(
    '%j names the browser and the network',
    (notice) => {
      expect(mailOf(notice).text).toContain('Firefox on Linux, at 198.51.100.0')
    },
  )

  test('a single remaining code is in the singular', () => {
    expect(mailOf({ kind: 'recovery-code-used', browser, left: 1 }).text).toContain('1 of them is left')
    expect(mailOf({ kind: 'recovery-code-used', browser, left: 0 }).text).toContain('0 of them are left')
  })

  test('the end of the rule for second factors has its own text', () => {
    const mail = mailOf({ kind: 'second-factor-rule', organization: 'Acme', isRequired: false, browser })
    expect(mail.subject).toContain('no longer required in Acme')
    expect(mail.text).not.toContain('sets it up')
  })

  test('markup in a name is escaped', () => {
    const mail = mailOf({ kind: 'access-taken-back', client: '<img src=x onerror=alert(1)>' })
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('a line break in a name adds no header', () => {
    const notice: AccountNotice = {
      kind: 'second-factor-rule',
      organization: 'Acme\r\nBcc: all@acme.test',
      isRequired: true,
      browser,
    }
    expect(mailOf(notice).subject).not.toMatch(/[\r\n]/)
  })
})
