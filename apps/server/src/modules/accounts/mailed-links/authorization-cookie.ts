import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The authorization with which this browser came to the form that requests a mailed link. It continues after the link. The browser keeps it,
 * because a stranger may have requested the link, and the person must not continue with the stranger's authorization. The cookie gives
 * no rights: any page may link to any authorization.
 */
export type AuthorizationCookie = {
  /** The query of the authorization; empty if this browser has not sent the form. */
  read: (request: FastifyRequest) => string
  set: (reply: FastifyReply, query: string) => void
  clear: (reply: FastifyReply) => void
}

/** `path`: of the page to which the link leads. `maxAge` (seconds): how long the link works. */
export const authorizationCookie = (
  https: boolean,
  { name: ownName, path, maxAge }: { name: string; path: string; maxAge: number },
): AuthorizationCookie => {
  const name = https ? `__Secure-${ownName}` : ownName
  // Lax, because the link is opened from a mail, which is a page of another site.
  const options = { path, httpOnly: true, secure: true, sameSite: 'lax' } as const
  return {
    // Parsed and written again, so that a cookie of another origin can add only a query to an address.
    read: ({ cookies }) => new URLSearchParams(Buffer.from(cookies[name] ?? '', 'base64url').toString()).toString(),
    set: (reply, query) => void reply.setCookie(name, Buffer.from(query).toString('base64url'), { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  }
}
