import { askInPopup, askSilently, prepareQuestion, type Question } from './authorize.ts'
import type { HostPage } from './host-page.ts'

export type Person = { token: string; name: string; email: string; endsAt: number }

/** The token is stored for this tab only, and not passed to any frame. */
const KEPT_UNDER = 'sample-host-session'
/** Set once a person has signed in in this browser. Otherwise no silent sign-in is tried. */
const KNOWN_UNDER = 'sample-host-known'
const CALL_WITHIN_MS = 10_000

const readKept = (): Person | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_UNDER) ?? 'null') as Person | null
    return kept && kept.endsAt > Date.now() ? kept : null
  } catch {
    return null
  }
}

export type Session = {
  person: () => Person | null
  /** Signs in silently, if a person has signed in in this browser before, or if `evenIfUnknown` is true. */
  restore: (evenIfUnknown?: boolean) => Promise<Person | null>
  /** Call this while handling a click. */
  signIn: () => Promise<'signed-in' | 'blocked' | 'closed' | 'failed'>
  signOut: () => Promise<void>
  /** Calls an API as this person. A 401 ends the session. */
  ask: (path: string) => Promise<Response>
  onChange: (listener: () => void) => void
  /**
   * Adds a listener that is called when this tab's content no longer belongs to the signed-in person: after a sign-out, and after another
   * person has signed in.
   */
  onOther: (listener: () => void) => void
}

export const openSession = ({ origins: { own, accounts, marketplace } }: HostPage): Session => {
  let person = readKept()
  let question: Question | null = null
  /** The silent sign-in under way. Several callers may ask for one at the same time. */
  let restoring: Promise<void> | null = null
  const listeners: (() => void)[] = []
  const otherListeners: (() => void)[] = []
  /** The last person of this tab, whose token may have expired. Null after a sign-out. */
  let last = person?.email ?? null

  const prepare = async () => void (question = await prepareQuestion(accounts, own))
  const prepared = prepare()
  const become = (next: Person | null, isSignOut = false): void => {
    const isOther = isSignOut || (next !== null && last !== null && next.email !== last)
    person = next
    last = next?.email ?? (isSignOut ? null : last)
    if (next) {
      sessionStorage.setItem(KEPT_UNDER, JSON.stringify(next))
      localStorage.setItem(KNOWN_UNDER, 'true')
    } else sessionStorage.removeItem(KEPT_UNDER)
    for (const listener of listeners) listener()
    if (isOther) for (const listener of otherListeners) listener()
  }
  const call = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(CALL_WITHIN_MS) })

  /** Exchanges a code for the person; null if it is refused. */
  const personOf = async (code: string, { verifier, redirectUri }: Question): Promise<Person | null> => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'sample-host',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    })
    const granted = await call(`${accounts}/v2/token`, { method: 'POST', body })
    if (!granted.ok) return null
    const { access_token: token, expires_in } = (await granted.json()) as { access_token: string; expires_in: number }
    const me = await call(`${accounts}/v2/accounts/me`, { headers: { authorization: `Bearer ${token}` } })
    if (!me.ok) return null
    const { name, email } = (await me.json()) as { name: string; email: string }
    return { token, name, email, endsAt: Date.now() + expires_in * 1000 }
  }

  const restore = async (): Promise<void> => {
    try {
      const asked = await prepareQuestion(accounts, own)
      const code = await askSilently(asked)
      const found = code === null ? null : await personOf(code, asked)
      if (found) become(found)
      else localStorage.removeItem(KNOWN_UNDER)
    } catch {
      // If this fails, nobody is signed in, and the page shows the sign-in button.
    }
  }

  return {
    person: () => person,
    restore: async (evenIfUnknown = false) => {
      if (person || !(evenIfUnknown || localStorage.getItem(KNOWN_UNDER))) return person
      restoring ??= restore().finally(() => (restoring = null))
      await restoring
      return person
    },
    signIn: async () => {
      const asked = question
      if (!asked) {
        await prepared
        return 'failed'
      }
      const answer = askInPopup(asked)
      // A verifier is used only once.
      question = null
      void prepare()
      if (answer === 'blocked') return 'blocked'
      try {
        const code = await answer
        if (code === null) return 'closed'
        const found = await personOf(code, asked)
        if (found) become(found)
        return found ? 'signed-in' : 'failed'
      } catch {
        return 'failed'
      }
    },
    signOut: async () => {
      const headers = { authorization: `Bearer ${person?.token ?? ''}` }
      const ended = await call(`${accounts}/v2/sessions`, { method: 'DELETE', headers }).catch(() => null)
      if (!ended?.ok && ended?.status !== 401) throw new Error('The accounts server did not answer.')
      localStorage.removeItem(KNOWN_UNDER)
      become(null, true)
    },
    ask: async (path) => {
      const token = person?.token
      const response = await call(marketplace + path, token ? { headers: { authorization: `Bearer ${token}` } } : {})
      if (response.status === 401 && token) become(null)
      return response
    },
    onChange: (listener) => void listeners.push(listener),
    onOther: (listener) => void otherListeners.push(listener),
  }
}
