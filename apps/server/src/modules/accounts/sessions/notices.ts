import { BRAND } from '@marketplace/contracts/core/brand'
import { type NewMail, writeMail } from '../../mail/index.ts'
import { wordsOfInstant } from '../pages/instant.ts'
import type { Browser } from './sessions.ts'

export type AccountNotice =
  | { kind: 'signed-in'; browser: Browser }
  | { kind: 'password-changed'; browser: Browser }
  | { kind: 'password-reset'; browser: Browser }
  | { kind: 'session-ended'; browser: Browser; ended: string }
  | { kind: 'sessions-ended'; browser: Browser }
  | { kind: 'access-given'; client: string; organization: string }
  | { kind: 'access-taken-back'; client: string }
  | { kind: 'second-factor-added'; browser: Browser; what: string }
  | { kind: 'second-factor-removed'; browser: Browser; what: string }
  | { kind: 'recovery-codes-made'; browser: Browser }
  | { kind: 'recovery-code-used'; browser: Browser; left: number }
  | { kind: 'second-factor-refused'; browser: Browser }
  | { kind: 'proof-refused'; browser: Browser }
  | { kind: 'second-factor-rule'; organization: string; isRequired: boolean; browser: Browser }

const place = ({ device, network }: Browser) => `${device}, at ${network}`

const wordsOf = (notice: AccountNotice): { subject: string; text: string } => {
  switch (notice.kind) {
    case 'signed-in':
      return {
        subject: 'A new sign-in to your account',
        text: `There was a sign-in to your account from a new browser: ${place(notice.browser)}.`,
      }
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        text: `The password of your account was changed with ${place(notice.browser)}. Every other browser and application was signed out.`,
      }
    case 'password-reset':
      return {
        subject: 'Your password was changed',
        text: `A new password was set for your account by the mailed link, with ${place(notice.browser)}. Every browser and application was signed out.`,
      }
    case 'session-ended':
      return {
        subject: 'A session of yours was ended',
        text: `${notice.ended} was signed out of your account, with ${place(notice.browser)}.`,
      }
    case 'sessions-ended':
      return {
        subject: 'Your other sessions were ended',
        text: `Every other browser was signed out of your account, with ${place(notice.browser)}.`,
      }
    case 'access-given':
      return {
        subject: 'An application has access to your account',
        text: `You have allowed ${notice.client} to act as you in ${notice.organization}. The page of your account lists its permissions. You can remove them there.`,
      }
    case 'access-taken-back':
      return {
        subject: 'An application lost access to your account',
        text: `${notice.client} can no longer act as you: the permissions that you gave it were removed.`,
      }
    case 'second-factor-added':
      return {
        subject: 'A second step was added to your sign-in',
        text: `${notice.what} was added to your account as a second step at sign-in, with ${place(notice.browser)}.`,
      }
    case 'second-factor-removed':
      return {
        subject: 'A second step was removed from your sign-in',
        text: `${notice.what} was removed from your account, with ${place(notice.browser)}. It is not asked for at sign-in any more.`,
      }
    case 'recovery-codes-made':
      return {
        subject: 'You have new recovery codes',
        text: `New recovery codes were made for your account, with ${place(notice.browser)}. The old ones do not work any more.`,
      }
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        text: `One of your recovery codes was used in place of the second step: ${place(notice.browser)}. ${notice.left} of them ${notice.left === 1 ? 'is' : 'are'} left.`,
      }
    case 'second-factor-rule':
      return {
        subject: `A second step is ${notice.isRequired ? 'required' : 'no longer required'} in ${notice.organization}`,
        text: notice.isRequired
          ? `An owner of ${notice.organization} now requires a second step at sign-in of all members, with ${place(notice.browser)}. Members without one set one up at the next sign-in.`
          : `An owner of ${notice.organization} no longer requires a second step at sign-in, with ${place(notice.browser)}.`,
      }
    case 'second-factor-refused':
      return {
        subject: 'Another person may know your password',
        text: `Your password was typed, followed by several wrong codes: ${place(notice.browser)}. The sign-in was refused. If this was not you, change your password now.`,
      }
    case 'proof-refused':
      return {
        subject: 'Wrong codes on the page of your account',
        text: `Several wrong codes were typed in a signed-in browser, on the page that changes your second step: ${place(notice.browser)}. Nothing was changed.`,
      }
  }
}

/** Writes the mail that informs an account's owner of a change or an event. */
export const writeNotice = (
  notice: AccountNotice,
  { name, email }: { name: string; email: string },
  accountsUrl: string,
  now: Date,
): NewMail => {
  const { subject, text } = wordsOf(notice)
  return writeMail({
    recipient: email,
    subject: `${subject} (${BRAND.marketplace})`,
    paragraphs: [`Hello ${name},`, text, `When: ${wordsOfInstant(now)}.`],
    link: { href: `${accountsUrl}/account`, text: 'If this was not you, change your password and end the other sessions here' },
    footer: `You get this mail because it concerns the safety of your account. If this was you, there is nothing to do.`,
  })
}
