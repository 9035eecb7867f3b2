import { type ErrorCode, errorMessage, ERRORS } from '@marketplace/contracts/core/errors'
import type { Site } from './site.ts'

/** Error names that published OAuth clients compare with. All other errors are named by their status. */
const NAMES: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_REQUEST: 'invalid_request',
  INVALID_PARAMETERS: 'invalid_request',
  UNAUTHORIZED: 'unauthorized',
  TOKEN_INVALID: 'unauthorized',
  INVALID_GRANT: 'invalid_grant',
  INVALID_CLIENT: 'invalid_client',
  UNSUPPORTED_GRANT_TYPE: 'unsupported_grant_type',
}
const NAME_OF_STATUS: Readonly<Record<number, string>> = {
  403: 'access_denied',
  404: 'not_found',
  422: 'unprocessable_entity',
  429: 'too_many_requests',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

const RESOURCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  ACCOUNT_NOT_FOUND: 'account',
  CLIENT_NOT_FOUND: 'client',
  APPLICATION_NOT_FOUND: 'application',
}

/**
 * The shape of the accounts server's errors: {error, error_description, sub_error?, request_id}, plus fields that depend on the
 * status.
 */
export const accountsFailure = (
  code: ErrorCode,
  { id, url }: { id: string; url: string },
  { fields, id: resource, ...words }: Readonly<Record<string, unknown>>,
) => {
  const { status } = ERRORS[code]
  const error = NAMES[code] ?? NAME_OF_STATUS[status] ?? code.toLowerCase()
  const isNamedWider = error !== code.toLowerCase()
  return {
    error,
    error_description: errorMessage(code, words),
    ...(isNamedWider && { sub_error: code.toLowerCase() }),
    request_id: id,
    ...(status === 422 || fields !== undefined ? { invalid_fields: fields ?? [] } : {}),
    ...(status === 404 && { resource_name: RESOURCES[code] ?? 'address', resource_id: resource ?? url.replace(/\?.*$/s, '') }),
  }
}

/** The accounts server's origin: its API and the sign-in pages. */
export const ACCOUNTS: Site = {
  name: 'accounts',
  apis: ['accounts', 'accountsSite'],
  isApi: (url) => /^\/(?:v2|\.well-known)(?:[/?]|$)/.test(url),
  failure: accountsFailure,
  // A sign-in popup must keep its opener, because the opener waits for the popup's message.
  openerPolicy: 'unsafe-none',
}
