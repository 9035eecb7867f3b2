/** The data of a signed-in person. */
export type SessionData = {
  accountId: string
  organizationId: string
  token: string
  /** When the token ends, by this browser's clock (ms). */
  endsAt: number
  /** These three, and the organization's name, are loaded after the rest. */
  name: string | null
  email: string | null
  avatar: string | null
  organizationName: string | null
}

export type SessionState = {
  /** `pending`: a sign-in is under way. `success` and `failure`: how it ended. `idle`: none was started. */
  phase: 'idle' | 'pending' | 'success' | 'failure'
  isFetching: boolean
  /** Whether it is known if a person is signed in. */
  isInitialized: boolean
  isAuthorized: boolean
  error: string | null
  /** Whether the accounts server does not answer. Then it is not known who is signed in. */
  isUnreachable: boolean
  /** The token's scopes. */
  permissions: readonly string[]
  data: SessionData | null
  isGhostLogin: boolean
  /** The e-mail of the member of staff who browses as this account; null otherwise. */
  actorEmail: string | null
  isReseller: boolean
}

/** What the accounts server says about a token. */
export type Granted = {
  token: string
  endsAt: number
  accountId: string
  organizationId: string
  permissions: readonly string[]
  actorEmail: string | null
}

export type SessionEvent =
  | { type: 'started' }
  | { type: 'authorized'; granted: Granted }
  /** The same person with a new token. */
  | { type: 'renewed'; granted: Granted }
  | { type: 'failed'; error: string | null; isUnreachable?: boolean }
  /** Another attempt to sign in has failed: the signed-in person stays. */
  | { type: 'stayed' }
  | { type: 'described'; name: string; email: string; avatar: string | null }
  | { type: 'placed'; organizationName: string }
  | { type: 'licensed'; isReseller: boolean }
  /** The token was refused before it expired. It is treated as expired. */
  | { type: 'refused' }
  | { type: 'ended' }

export const NOBODY: SessionState = {
  phase: 'idle',
  isFetching: false,
  isInitialized: false,
  isAuthorized: false,
  error: null,
  isUnreachable: false,
  permissions: [],
  data: null,
  isGhostLogin: false,
  actorEmail: null,
  isReseller: false,
}

const withData = (state: SessionState, known: Partial<SessionData>): SessionState =>
  state.data ? { ...state, data: { ...state.data, ...known } } : state

/** Computes the next state. Answers that arrive after a sign-out change nothing. */
export const reduceSession = (state: SessionState, event: SessionEvent): SessionState => {
  switch (event.type) {
    case 'started':
      return { ...state, phase: 'pending', isFetching: true, error: null }
    case 'authorized': {
      const { permissions, actorEmail, ...ids } = event.granted
      return {
        ...NOBODY,
        phase: 'success',
        isInitialized: true,
        isAuthorized: true,
        permissions,
        actorEmail,
        isGhostLogin: actorEmail !== null,
        data: { ...ids, name: null, email: null, avatar: null, organizationName: null },
      }
    }
    case 'renewed': {
      const { permissions, actorEmail: _, ...ids } = event.granted
      return { ...withData(state, ids), phase: 'success', isFetching: false, error: null, permissions }
    }
    case 'failed': {
      const { error, isUnreachable = false } = event
      return { ...NOBODY, phase: 'failure', isInitialized: true, error, isUnreachable }
    }
    case 'stayed':
      return { ...state, phase: 'success', isFetching: false }
    case 'described':
      return withData(state, { name: event.name, email: event.email, avatar: event.avatar })
    case 'placed':
      return withData(state, { organizationName: event.organizationName })
    case 'licensed':
      return state.isAuthorized ? { ...state, isReseller: event.isReseller } : state
    case 'refused':
      return withData(state, { endsAt: 0 })
    case 'ended':
      return { ...NOBODY, isInitialized: true }
  }
}
