import { type AccountsDeps, createLimiter, createPacer, type Limiter, type Pacer } from '../../accounts/index.ts'

export type AuthorizeDeps = AccountsDeps & {
  /** Redirects, by client and account: a client of others that sends people here again and again is stopped. */
  redirects: Limiter
  /** What a signed-in browser is given without being asked, by client and account, and by account: each is a row that lasts for hours. */
  grants: { ofClient: Pacer; ofAccount: Pacer }
}

const REDIRECTS = { max: 3, seconds: 30 } as const
/** Each tab and each frame of an application signs in when it opens, many at once when a window is restored. */
const GRANTS = { ofClient: { burst: 60, everySeconds: 1 }, ofAccount: { burst: 300, everySeconds: 0.5 } } as const

export const authorizeDeps = (deps: AccountsDeps): AuthorizeDeps => ({
  ...deps,
  redirects: createLimiter(REDIRECTS),
  grants: { ofClient: createPacer(GRANTS.ofClient), ofAccount: createPacer(GRANTS.ofAccount) },
})
