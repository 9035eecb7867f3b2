import { SESSION_LIVES } from './sessions.ts'

/**
 * The cookie of who is signed in on this server. It goes along into frames of other sites, which is what the silent sign-in is
 * (clients.md), so that nothing that changes anything may rely on it alone. Browsers take localhost for secure, but not for the prefix's
 * promise of https.
 */
export type SessionCookie = {
  /** The secret of a request's session; null where it has none. */
  read: (header: string | undefined) => string | null
  set: (secret: string) => string
}

const SECRET = /^[\w-]{43}$/

export const sessionCookie = (https: boolean): SessionCookie => {
  const name = https ? '__Host-marketplace_session' : 'marketplace_session'
  return {
    read: (header) => {
      const found = (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
      const secret = found?.slice(name.length + 1) ?? ''
      return SECRET.test(secret) ? secret : null
    },
    set: (secret) => `${name}=${secret}; Path=/; Max-Age=${SESSION_LIVES}; HttpOnly; Secure; SameSite=None`,
  }
}
