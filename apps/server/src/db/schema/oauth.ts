import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { organizations, accounts } from './accounts.ts'
import { instant } from './columns.ts'

/** A form of the PKCE challenge that a client may use: RFC 7636's, the published SDK's own, or the verifier itself. */
export type ChallengeForm = 'S256' | 'sdk' | 'plain'

/** What an authorization is answered with: a code to exchange, or at once a token. */
export type ResponseType = 'code' | 'token'

/** A program that signs people in. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    type: text().$type<'server_side_app' | 'javascript_app'>().notNull(),
    /** SHA-256 of the secret; null for one that can keep none. */
    secretHash: text('secret_hash'),
    redirectUris: text('redirect_uris').array().notNull().default([]),
    scopes: text().array().notNull().default([]),
    /** A server application is never given a token in a browser, whatever stands here. */
    responseTypes: text('response_types').array().$type<ResponseType[]>().notNull().default(['code', 'token']),
    challengeForms: text('challenge_forms').array().$type<ChallengeForm[]>().notNull().default(['S256']),
    /** Whether a code is given for a challenge only. A server application may be registered without. */
    pkceRequired: boolean('pkce_required').notNull().default(true),
    /** Ours: nobody is asked for consent. */
    trusted: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [check('oauth_clients_pkce', sql`${table.pkceRequired} or ${table.type} = 'server_side_app'`)],
)

/** What an account, or with a null account its whole organization, has agreed that a client may do. */
export const consents = pgTable(
  'consents',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** No reference: an application names a client before anybody registers it. */
    clientId: text('client_id').notNull(),
    scopes: text().array().notNull(),
    grantedBy: text('granted_by').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('consents_once').on(table.organizationId, table.clientId, sql`coalesce(${table.accountId}, '')`),
    index('consents_account').on(table.accountId),
  ],
)

/** Somebody who is signed in on the accounts server. The cookie holds the secret that `hash` is the SHA-256 of. */
export const sessions = pgTable(
  'sessions',
  {
    hash: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** When the password was typed last. */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    /** When the browser was here last, to within a few minutes. */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** The browser in plain words, and its network address without the end; null for sessions that are older than these columns. */
    device: text(),
    network: text(),
  },
  (table) => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
)

/** A password reset that somebody has asked for. There is one row for each request, whether the e-mail has an account or not. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: text().primaryKey(),
    /** As it was typed. */
    email: text().notNull(),
    /** The query of the authorization to go on with; empty if there was none. */
    query: text().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** From here on null until the mail was written, and for ever if the e-mail has no account. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in the mailed link. */
    tokenHash: text('token_hash'),
    /** SHA-256 of the password hash that the link replaces: the link ends when the password changes. */
    passwordProof: text('password_proof'),
    mailId: text('mail_id'),
  },
  (table) => [
    uniqueIndex('password_resets_token').on(table.tokenHash),
    index('password_resets_account').on(table.accountId),
    index('password_resets_expiry').on(table.expiresAt),
  ],
)

/**
 * Every secret that the accounts server gives to a client: codes, access and refresh tokens, none of them in the clear. All that
 * came out of one authorization are a family, and are revoked together.
 */
export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of what the client holds. */
    hash: text().primaryKey(),
    kind: text().$type<'code' | 'access' | 'refresh'>().notNull(),
    familyId: text('family_id').notNull(),
    clientId: text('client_id')
      .notNull()
      .references(() => oauthClients.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Who browses as the account; null where it is the account itself. */
    actorId: text('actor_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The session it came from. No reference: the session may end, which revokes it. */
    sessionHash: text('session_hash'),
    scopes: text().array().notNull(),
    /** Of a code: what the token request has to repeat and to prove. */
    redirectUri: text('redirect_uri'),
    challenge: text(),
    challengeForm: text('challenge_form').$type<ChallengeForm>(),
    /** When the person authorized the client: everything of the family ends a fixed time after it. */
    authorizedAt: instant('authorized_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** Of a code or a rotated refresh token: when it was exchanged. A second time revokes the family. */
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('tokens_family').on(table.familyId),
    index('tokens_account').on(table.accountId),
    index('tokens_session').on(table.sessionHash),
    index('tokens_expiry').on(table.expiresAt),
  ],
)
