import type { NoteUse } from '../../installs/index.ts'
import { type AccountsDeps, createLimiter, createPacer, type Limiter, type Pacer } from '../../accounts/index.ts'

export type AuthorizeOptions = AccountsDeps & {
  noteUse: NoteUse
  /** Host products that frame the storefront and its silent sign-in. */
  allowedHostOrigins: readonly string[]
}

export type AuthorizeDeps = AuthorizeOptions & {
  /** Redirects by client and account. Stops a third-party client that sends a person here again and again. */
  redirects: Limiter
  /** Codes and tokens without a question, by client and account, and by account. Each is a row that is stored for hours. */
  grants: { ofClient: Pacer; ofAccount: Pacer }
}

const REDIRECTS = { max: 3, seconds: 30 } as const
/** Each tab and frame of an application signs in when it opens, many at once when a window is restored. */
const GRANTS = { ofClient: { burst: 60, everySeconds: 1 }, ofAccount: { burst: 300, everySeconds: 0.5 } } as const

export const authorizeDeps = (deps: AuthorizeOptions): AuthorizeDeps => ({
  ...deps,
  redirects: createLimiter(REDIRECTS),
  grants: { ofClient: createPacer(GRANTS.ofClient), ofAccount: createPacer(GRANTS.ofAccount) },
})
