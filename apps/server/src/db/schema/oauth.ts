import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { organizations, accounts } from './accounts.ts'
import { instant } from './columns.ts'

/** A form of the PKCE challenge that a client may use: RFC 7636's, the published SDK's own, or the verifier itself. */
export type ChallengeForm = 'S256' | 'sdk' | 'plain'

/** A program that signs people in. */
export const oauthClients = pgTable('oauth_clients', {
  id: text().primaryKey(),
  name: text().notNull(),
  type: text().$type<'server_side_app' | 'javascript_app'>().notNull(),
  /** SHA-256 of the secret; null for one that can keep none. */
  secretHash: text('secret_hash'),
  redirectUris: text('redirect_uris').array().notNull().default([]),
  scopes: text().array().notNull().default([]),
  challengeForms: text('challenge_forms').array().$type<ChallengeForm[]>().notNull().default(['S256']),
  /** Ours: nobody is asked for consent. */
  trusted: boolean().notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
})

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
  },
  (table) => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
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
