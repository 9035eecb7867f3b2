import type { NoteUse } from '../../installs/index.ts'
import { type AccountsDeps, createLimiter, createPacer, type Limiter, type Pacer } from '../../accounts/index.ts'

export type AuthorizeOptions = AccountsDeps & {
  noteUse: NoteUse
  /** Host products that frame the storefront and its silent sign-in. */
  allowedHostOrigins: readonly string[]
}

export type AuthorizeDeps = AuthorizeOptions & {
  /** Limits redirects by client and account, to stop a third-party client that sends a person here again and again. */
  redirects: Limiter
  /** Limits codes and tokens by client and account, and by account, because each is a row that is stored for hours. */
  grants: { ofClient: Pacer; ofAccount: Pacer }
}

const REDIRECTS = { max: 3, seconds: 30 } as const
/** Each tab and frame of an application signs in when it opens. Many sign in at once when a browser restores a window. */
const GRANTS = { ofClient: { burst: 60, everySeconds: 1 }, ofAccount: { burst: 300, everySeconds: 0.5 } } as const

export const authorizeDeps = (deps: AuthorizeOptions): AuthorizeDeps => ({
  ...deps,
  redirects: createLimiter(REDIRECTS),
  grants: { ofClient: createPacer(GRANTS.ofClient), ofAccount: createPacer(GRANTS.ofAccount) },
})
