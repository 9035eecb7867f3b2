// What the browser knows of sign-in: constants of the specification's section 9 and texts of its section 8. No schema, so that it is light.

/** The storefront's own client of the accounts server (contract, "OAuth clients"). */
export const SESSION_CLIENT_ID = 'marketplace'

/** Under which the token is kept: in session storage, and in a cookie that a new tab starts from (section 9). */
export const TOKEN_KEY = 'access_token'
/** Where a host product leaves its own token. */
export const HOST_TOKEN_KEY = 'credentials.access_token'
/** Says that somebody has signed in in this browser: only then the silent way is worth a try. Each change tells the other tabs: of a new token, or of a sign-out. */
export const SIGNED_IN_KEY = 'marketplace-account'
/** Where the person came from, as a query. */
export const UTM_KEY = 'marketplace-utm'
/** Before the state of a sign-in that is under way. */
export const TRANSACTION_KEY = 'marketplace-transaction-'

export const TOKEN_COOKIE_SECONDS = 86_400
export const SILENT_TIMEOUT_MS = 2_500
export const TRANSACTION_MS = 30 * 60_000
export const STATE_LENGTH = 32
/** Of the secret that a code is exchanged with (PKCE). */
export const VERIFIER_LENGTH = 128
/** How long before its token's end a session is renewed; a random part of the spread keeps tabs and browsers apart. */
export const RENEW_BEFORE_MS = 5 * 60_000
export const RENEW_SPREAD_MS = 60_000
/** After this the accounts server counts as out of reach. */
export const ACCOUNTS_TIMEOUT_MS = 10_000
export const POPUP_SIZE = { width: 500, height: 650 } as const
/** Between the answer to an uninstall and its notice. */
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
    invalid_request: 'The request was not understood: this site may be on a domain that is not allowed to sign people in.',
    unauthorized_client: 'This site is not known to the accounts server, or is not set up right.',
    access_denied: 'Access was refused. The app is probably installed on another account.',
    unsupported_response_type: 'This site asked for an answer of the wrong kind.',
    identity_lost: 'Your account belongs to no organization any more. Sign in with another account, or ask the owner of yours.',
    account_suspended: 'Your account is suspended in this organization. Sign in with another account, or ask the owner of yours.',
    unauthorized: 'The accounts server does not know who you are, or you have not agreed yet to what is asked for.',
  }),
)

/**
 * What a refused authorization means, by the code that the accounts server gives; undefined for a code without an explanation. The code
 * can be any text: it comes out of an address.
 */
export const explainAuthorization = (code: string): string | undefined => AUTHORIZATION_ERRORS.get(code)

/** Local storage: when what is installed was last changed in a tab, for the others. */
export const INSTALLS_KEY = 'installs_changed'
