import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { instant, lower } from './columns.ts'

const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' })

/** An e-mail with which a sign-up was requested, and the link that is mailed to it. No other field of the form is stored. */
export const signUps = pgTable(
  'sign_ups',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** SHA-256 of the secret in the mailed link; null until the mail was written, and for an e-mail that has an account. */
    tokenHash: text('token_hash'),
    mailId: text('mail_id'),
  },
  (table) => [
    uniqueIndex('sign_ups_token').on(table.tokenHash),
    index('sign_ups_email').on(lower(table.email)),
    index('sign_ups_expiry').on(table.expiresAt),
  ],
)

/** An account's authenticator app. */
export const authenticatorApps = pgTable('authenticator_apps', {
  accountId: accountId().primaryKey(),
  /** The encrypted secret that the app shares. */
  sealedSecret: text('sealed_secret').notNull(),
  /** The time step of the newest accepted code. Codes of this step and of older ones are refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
})

/** A passkey of an account: its public key, and the name that its owner gave it. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The authenticator's id for it, in base64url. */
    id: text().primaryKey(),
    accountId: accountId(),
    name: text().notNull(),
    /** The COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter; always 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_account').on(table.accountId)],
)

/** Recovery codes, which replace the second factor once each. A used code is deleted. */
export const recoveryCodes = pgTable('recovery_codes', { accountId: accountId(), hash: text().notNull() }, (table) => [
  primaryKey({ columns: [table.accountId, table.hash] }),
])

/** A person who has entered the right password and still has to pass the second factor. `hash` is the SHA-256 of the secret in the form. */
export const signInSteps = pgTable(
  'sign_in_steps',
  {
    hash: text().primaryKey(),
    accountId: accountId(),
    /** SHA-256 of the hash of the entered password, so that the step ends when the password changes. */
    passwordProof: text('password_proof').notNull(),
    /** Whether the account has signed in with this browser before. */
    knownBrowser: boolean('known_browser').notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_steps_account').on(table.accountId), index('sign_in_steps_expiry').on(table.expiresAt)],
)

/** Challenges that a passkey has answered, until they expire. Each is accepted only once. */
export const usedChallenges = pgTable(
  'used_challenges',
  { hash: text().primaryKey(), expiresAt: instant('expires_at').notNull() },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
)
