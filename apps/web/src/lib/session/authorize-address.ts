import { SESSION_CLIENT_ID } from '@marketplace/contracts/accounts/session'

type Asked = {
  accountsUrl: string
  redirectUri: string
  state: string
  challenge: string
  flow: 'button' | 'redirect'
  asOther?: boolean
  organizationId?: string | undefined
  /** Where the person came from. */
  tracking: URLSearchParams
}

/**
 * Where the accounts server is asked for a code: in a frame or a popup by `button`, by a redirect with an empty flow, as the published sign-in SDK does.
 * `asOther`: as somebody else than who is signed in there.
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

/** `asOther`: the accounts server knows who it is, and would say the same again; only somebody else can go on. */
export type Answer = { code: string; state: string } | { error: string; asOther?: true }

const SUSPENDED = 'account_suspended'
const NOT_THEM: ReadonlySet<string> = new Set(['access_denied', 'identity_lost'])

const readError = (error: unknown): Answer => {
  const { identity_exception, oauth_exception, exception_details } = isFields(error) ? error : { oauth_exception: error }
  const identity = textOf(identity_exception)
  const named = exception_details === SUSPENDED ? SUSPENDED : identity || textOf(oauth_exception) || 'server_error'
  return { error: named, ...((named === SUSPENDED || NOT_THEM.has(identity)) && { asOther: true }) }
}

/** What a message of the accounts server says; null for one that is no answer. */
export const readAnswer = (message: unknown): Answer | null => {
  if (!isFields(message)) return null
  const { data, error } = message
  if (error) return readError(error)
  if (!isFields(data)) return null
  const code = textOf(data.code)
  return code ? { code, state: textOf(data.state) } : null
}
