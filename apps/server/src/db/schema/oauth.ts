import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../core/caller.ts'
import { organizations, accounts } from './accounts.ts'
import { instant, lower } from './columns.ts'

/** The form of a PKCE challenge: S256 of RFC 7636, the published SDK's variant of it, or the plain verifier. */
export type ChallengeForm = 'S256' | 'sdk' | 'plain'

/** The result of an authorization: a code to exchange, or a token at once. */
export type ResponseType = 'code' | 'token'

/** How a redirect address is compared with the registered ones: it must be equal, or it may also be a path below one of them. */
export type RedirectMatch = 'exact' | 'under'

/** An OAuth client: a program that signs people in. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    type: text().$type<'server_side_app' | 'javascript_app'>().notNull(),
    /** SHA-256 of the secret; null for a client that cannot keep one. */
    secretHash: text('secret_hash'),
    redirectUris: text('redirect_uris').array().notNull().default([]),
    redirectMatch: text('redirect_match').$type<RedirectMatch>().notNull().default('exact'),
    scopes: text().array().notNull().default([]),
    /** The allowed results of an authorization. A server application never gets a token in a browser, whatever this column says. */
    responseTypes: text('response_types').array().$type<ResponseType[]>().notNull().default(['code']),
    challengeForms: text('challenge_forms').array().$type<ChallengeForm[]>().notNull().default(['S256']),
    /** Whether an authorization needs a challenge to get a code. It can be switched off for server applications. */
    pkceRequired: boolean('pkce_required').notNull().default(true),
    /** Whether the client is one of the marketplace's own, for which people are not asked for consent. */
    trusted: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('oauth_clients_pkce', sql`${table.pkceRequired} or ${table.type} = 'server_side_app'`),
    check('oauth_clients_redirect_match', sql`${table.redirectMatch} in ('exact', 'under')`),
  ],
)

/** The scopes that an account has consented to for a client. If the account is null, its whole organization has. */
export const consents = pgTable(
  'consents',
  {
    id: text().primaryKey(),
    organizationId: text('organization_id')
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Not a foreign key: an application may name a client that is registered later. */
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

/** A session on the accounts server. The cookie contains the secret; `hash` is its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    hash: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** When the person last entered the password. */
    authenticatedAt: instant('authenticated_at').notNull().defaultNow(),
    /** When the person last used or added a second factor in the session. Null if they have not. */
    secondFactorAt: instant('second_factor_at'),
    /** The last request of the session, to within a few minutes. */
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** A description of the browser, and its shortened network address. Null for sessions from before these columns existed. */
    device: text(),
    network: text(),
  },
  (table) => [index('sessions_account').on(table.accountId), index('sessions_expiry').on(table.expiresAt)],
)

/** A request for a password reset. Each request has a row, whether the e-mail belongs to an account or not. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: text().primaryKey(),
    /** As the person typed it. */
    email: text().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** This and the columns below are null until the mail is written. They stay null if the e-mail has no account. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in the mailed link. */
    tokenHash: text('token_hash'),
    /** SHA-256 of the password hash to be replaced, so that a change of the password makes the link invalid. */
    passwordProof: text('password_proof'),
    mailId: text('mail_id'),
  },
  (table) => [
    uniqueIndex('password_resets_token').on(table.tokenHash),
    index('password_resets_account').on(table.accountId),
    index('password_resets_email').on(lower(table.email)),
    index('password_resets_expiry').on(table.expiresAt),
  ],
)

/**
 * All secrets that the accounts server issues to clients, as hashes: codes, access tokens and refresh tokens. Those of one authorization
 * are a family, and are revoked together.
 */
export const tokens = pgTable(
  'tokens',
  {
    /** SHA-256 of the secret. */
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
      .$type<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The account of the staff member who browses as this account; null if it is the account's own token. */
    actorId: text('actor_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The session that the token came from. Not a foreign key, because the row of an ended session is deleted. */
    sessionHash: text('session_hash'),
    scopes: text().array().notNull(),
    /** For codes: the values that the token request must repeat or prove. */
    redirectUri: text('redirect_uri'),
    challenge: text(),
    challengeForm: text('challenge_form').$type<ChallengeForm>(),
    /** When the person authorized the client. All tokens of the family expire a fixed time after it. */
    authorizedAt: instant('authorized_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /** For codes and rotated refresh tokens: when it was exchanged. A second exchange revokes the family. */
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
