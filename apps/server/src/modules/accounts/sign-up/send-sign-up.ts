import { z } from 'zod'
import { BRAND } from '@marketplace/contracts/core/brand'
import type { Clock } from '../../../core/clock.ts'
import type { Database } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { hashSecret, newSecret } from '../../clients/index.ts'
import { declareJob } from '../../jobs/index.ts'
import { type NewMail, type QueueMail, writeMail } from '../../mail/index.ts'
import { findCredentials } from '../people/repository.ts'
import { holdSignUp, keepSignUpMail } from './repository.ts'

export type SendSignUpDeps = { database: Database; clock: Clock; queueMail: QueueMail; accountsUrl: string }

/** How long the link works. It is longer than for a new password, because the link does not open an existing account. */
export const SIGN_UP_HOURS = 24

export const SEND_SIGN_UP = declareJob({
  name: 'accounts.send-sign-up',
  data: z.object({ signUpId: z.string() }),
  retries: 5,
  seconds: 60,
})

/**
 * Mails the link that makes the account or, if the e-mail has an account, how to sign in to it. Runs as a job, so that the answer to the
 * form is the same, and takes equally long, for both.
 */
export const sendSignUp = ({ database, clock, queueMail, accountsUrl }: SendSignUpDeps, id: string): Promise<void> =>
  inTransaction(database, async (transaction) => {
    const now = clock.now()
    const signUp = await holdSignUp(transaction, id)
    if (!signUp || signUp.mailId !== null || signUp.expiresAt <= now) return
    const account = await findCredentials(transaction, signUp.email)
    const secret = account ? null : newSecret()
    const mail = secret === null ? accountMail(signUp.email, accountsUrl) : linkMail(signUp.email, secret, accountsUrl)
    const [mailId = null] = await queueMail(transaction, [mail], now)
    await keepSignUpMail(transaction, id, { mailId, tokenHash: secret === null ? null : hashSecret(secret) })
  })

// A stranger may have requested the mail, so it contains nothing that was typed except the e-mail, and no address that the stranger chose.
const linkMail = (email: string, secret: string, accountsUrl: string): NewMail =>
  writeMail({
    recipient: email,
    subject: `Complete your account (${BRAND.marketplace})`,
    paragraphs: [
      'Hello,',
      `this e-mail was used to sign up to the ${BRAND.marketplace}. The link leads to a form that completes the account. It works once, within ${SIGN_UP_HOURS} hours.`,
    ],
    links: [{ href: `${accountsUrl}/signup/finish?${new URLSearchParams({ token: secret })}`, text: 'Complete your account' }],
    footer: 'If this was not you, there is nothing to do: no account is made unless the link is used.',
  })

const accountMail = (email: string, accountsUrl: string): NewMail =>
  writeMail({
    recipient: email,
    subject: `You already have an account (${BRAND.marketplace})`,
    paragraphs: [
      'Hello,',
      `this e-mail was used to sign up to the ${BRAND.marketplace}, but it has an account already. The account was not changed.`,
    ],
    links: [
      { href: `${accountsUrl}/account`, text: 'Sign in' },
      { href: `${accountsUrl}/forgot`, text: 'Set a new password, if you have forgotten yours' },
    ],
    footer: 'If this was not you, there is nothing to do.',
  })
