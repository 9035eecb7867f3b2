// Constants and texts of sign-in in the browser: docs/product/accounts.md, Signing in. This file has no schemas, so that every page can
// load it.

/** The OAuth client that the storefront itself uses to sign in. */
export const SESSION_CLIENT_ID = 'marketplace'

/** Key of the token in session storage, and name of the cookie that gives new tabs their token. */
export const TOKEN_KEY = 'access_token'
/** Key under which a host product stores its own token. */
export const HOST_TOKEN_KEY = 'credentials.access_token'
/**
 * Key in local storage, set by the first sign-in in this browser. Without it no silent sign-in is tried, because it would fail. Each change tells
 * the other tabs about a new token or a sign-out.
 */
export const SIGNED_IN_KEY = 'marketplace-account'
/** Prefix of the storage key of a pending sign-in. The state follows. */
export const TRANSACTION_KEY = 'marketplace-transaction-'

export const TOKEN_COOKIE_SECONDS = 86_400
export const SILENT_TIMEOUT_MS = 2_500
export const TRANSACTION_MS = 30 * 60_000
export const STATE_LENGTH = 32
/** Characters of the PKCE verifier, the secret with which a code is exchanged for a token. */
export const VERIFIER_LENGTH = 128
/** A session is renewed this long before its token expires, plus a random part of the spread, so that tabs and browsers do not renew at once. */
export const RENEW_BEFORE_MS = 5 * 60_000
export const RENEW_SPREAD_MS = 60_000
/** If the accounts server has not answered after this time (ms), it counts as unreachable. */
export const ACCOUNTS_TIMEOUT_MS = 10_000
export const POPUP_SIZE = { width: 500, height: 650 } as const
/** Pause between the answer to an uninstall and the notice of success. */
export const UNINSTALL_WAIT_MS = 1_000

export const SESSION_TEXTS = {
  tokenInvalid: 'Cannot fetch info or token is invalid',
  timeout: 'Timeout',
  foreignTransaction: 'Unauthorized transaction',
  loggedOut: "We couldn't authorize your request as you've been logged out. Log in and try again.",
  unreachable: 'The accounts server does not answer',
  insecure: 'Signing in needs an address that begins with https.',
  ghostFailed: 'Ghost login failed! Please contact support.',
} as const

const AUTHORIZATION_ERRORS = new Map(
  Object.entries({
    invalid_request: 'The request is invalid: this site may be on a domain where signing in is not allowed.',
    unauthorized_client: 'The accounts server does not know this site, or its settings are wrong.',
    access_denied: 'Access was refused. The app is probably installed on another account.',
    unsupported_response_type: 'This site asked for a response type that is not supported.',
    identity_lost: 'Your account no longer belongs to an organization. Sign in with another account, or ask the owner.',
    account_suspended: 'Your account is suspended in this organization. Sign in with another account, or ask the owner.',
    unauthorized: 'You are not signed in, or have not agreed to this access.',
  }),
)

/**
 * Explains a refused authorization by the accounts server's error code; undefined for an unknown code. The code comes from an address, so it
 * can be any text.
 */
export const explainAuthorization = (code: string): string | undefined => AUTHORIZATION_ERRORS.get(code)

/** Local storage key: the time at which a tab last installed or uninstalled something, so that the other tabs refresh. */
export const INSTALLS_KEY = 'installs_changed'
