import { SESSION_CLIENT_ID } from '@marketplace/contracts/accounts/session'

type Asked = {
  accountsUrl: string
  redirectUri: string
  state: string
  challenge: string
  flow: 'button' | 'redirect'
  asOther?: boolean
  organizationId?: string | undefined
  /** The utm parameters of the visit. */
  tracking: URLSearchParams
}

/**
 * The address at which the accounts server is asked for a code. As in the published sign-in SDK, flow is `button` for a frame or a popup
 * and empty for a redirect. `asOther` asks to sign in as another account.
 */
export const authorizeAddress = ({ accountsUrl, redirectUri, state, challenge, flow, ...more }: Asked): string =>
  `${accountsUrl}/?${new URLSearchParams({
    ...Object.fromEntries(more.tracking),
    client_id: SESSION_CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    flow: flow === 'button' ? 'button' : '',
    state,
    ...(more.asOther && { prompt: 'login' }),
    ...(more.organizationId && { organization_id: more.organizationId }),
  })}`

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `asOther`: the accounts server refuses the account that is signed in there, so only another account can go on. */
export type SignInAnswer = { code: string; state: string } | { error: string; asOther?: true }

const SUSPENDED = 'account_suspended'
const NOT_THEM: ReadonlySet<string> = new Set(['access_denied', 'identity_lost'])

const readError = (error: unknown): SignInAnswer => {
  const { identity_exception, oauth_exception, exception_details } = isFields(error) ? error : { oauth_exception: error }
  const identity = textOf(identity_exception)
  const named = exception_details === SUSPENDED ? SUSPENDED : identity || textOf(oauth_exception) || 'server_error'
  return { error: named, ...((named === SUSPENDED || NOT_THEM.has(identity)) && { asOther: true }) }
}

/** Reads a message of the accounts server; null if it is no answer. */
export const readAnswer = (message: unknown): SignInAnswer | null => {
  if (!isFields(message)) return null
  const { data, error } = message
  if (error) return readError(error)
  if (!isFields(data)) return null
  const code = textOf(data.code)
  return code ? { code, state: textOf(data.state) } : null
}
