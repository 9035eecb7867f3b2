import { z } from 'zod'
import { id } from '../core/fields.ts'

/** The answer of the token endpoint. `refresh_token` is null for a client that gets no refresh tokens. */
export const tokenSchema = z
  .object({
    access_token: z.string().meta({ description: 'region:opaque' }),
    account_id: id,
    expires_in: z.int().meta({ description: 'Seconds' }),
    organization_id: id,
    refresh_token: z.string().nullable(),
    scope: z.string().meta({ description: 'Comma-separated' }),
    token_type: z.literal('Bearer'),
  })
  .meta({ id: 'Token' })

export type Token = z.output<typeof tokenSchema>

export const tokenInfoSchema = z
  .object({
    access_token: z.string(),
    account_id: id,
    client_id: z.string(),
    expires_in: z.int().meta({ description: 'Seconds left' }),
    organization_id: id,
    scope: z.string().meta({ description: 'Scopes that the token still has, comma-separated' }),
    token_type: z.literal('Bearer'),
    actor: z
      .object({ account_id: id, email: z.string() })
      .nullable()
      .meta({ description: 'The member of staff who browses as this account (ghost login)' }),
  })
  .meta({ id: 'TokenInfo' })

export type TokenInfo = z.output<typeof tokenInfoSchema>

export const clientPublicSchema = z
  .object({
    client_id: z.string(),
    name: z.string(),
    client_type: z.enum(['server_side_app', 'javascript_app']),
    scopes: z.array(z.string()),
    application: z
      .object({ id, slug: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The application of this client; null unless it is published' }),
  })
  .meta({ id: 'OAuthClient' })

export const CONSENT_COVERAGES = ['account', 'organization'] as const

export const consentStatusSchema = z
  .object({
    client_id: z.string(),
    coverage: z.enum(CONSENT_COVERAGES),
    consented: z.boolean().meta({ description: 'Whether the consent covers every scope that the client is registered for' }),
    scopes: z.array(z.string()).meta({ description: 'Scopes that the consent covers' }),
    missing: z.array(z.string()).meta({ description: 'Registered scopes that it does not cover' }),
  })
  .meta({ id: 'ConsentStatus' })

/**
 * Body of the token endpoint, as a form or JSON. The grant types `code` and `authorization_code` have the same meaning:
 * docs/product/accounts.md.
 */
export const tokenRequestSchema = z.object({
  grant_type: z.string().max(50),
  code: z.string().max(500).optional(),
  refresh_token: z.string().max(500).optional(),
  client_id: z.string().max(200).optional(),
  client_secret: z.string().max(500).optional(),
  code_verifier: z.string().max(500).optional(),
  redirect_uri: z.string().max(2000).optional(),
})
