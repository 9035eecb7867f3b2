import type { FastifyInstance } from 'fastify'
import { SCOPES } from '@marketplace/contracts/core/roles'
import { getOpenIdConfiguration } from '@marketplace/contracts/oauth/endpoints'
import { registerEndpoint } from '../../http/register-endpoint.ts'

/** The metadata of RFC 8414, without features that only a few clients may use. */
const metadata = (accountsUrl: string) => ({
  issuer: accountsUrl,
  authorization_endpoint: `${accountsUrl}/`,
  token_endpoint: `${accountsUrl}/v2/token`,
  response_types_supported: ['code', 'token'],
  response_modes_supported: ['query', 'fragment'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'implicit'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  scopes_supported: SCOPES,
})

export const registerDiscovery = (app: FastifyInstance, { accountsUrl }: { accountsUrl: string }): void => {
  const body = JSON.stringify(metadata(accountsUrl))
  registerEndpoint(app, getOpenIdConfiguration, async ({ reply }) =>
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }).send(body),
  )
}
