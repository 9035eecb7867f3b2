import { explainAuthorization, SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import type { SignInPage as SignInPageData } from '@marketplace/contracts/pages/client-pages'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { isFramed } from '../../../lib/is-framed.ts'
import { ownPath } from '../../../lib/own-path.ts'
import { paths } from '../../../lib/paths.ts'
import { openedSession } from '../../../lib/session/start.ts'
import { useSession } from '../../../lib/session/store.ts'
import { useOwnSearch } from '../../../lib/use-own-search.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'

const Refusal = ({ error, isUnreachable }: { error: string; isUnreachable: boolean }) => (
  <div role="alert" className="mt-6 rounded-card bg-warning-soft px-5 py-4 text-sm text-warning">
    {isUnreachable ? (
      <>
        <p className="font-semibold">{error}.</p>
        <p className="mt-1">So nobody can sign in at the moment. If you are signed in, you still will be when it answers.</p>
      </>
    ) : (
      <>
        <p className="font-semibold">You are not signed in.</p>
        {explainAuthorization(error) && <p className="mt-1">{explainAuthorization(error)}</p>}
        <p className="mt-1">The answer was: {error}</p>
      </>
    )}
  </div>
)

const never = () => () => {}

/** The page to return to, from the address of this page. */
const wayBackIn = (search: string): string | null => ownPath(new URLSearchParams(search).get('to'))

/** The page to sign in. It starts sign-ins that did not begin on another page, and sign-ins by redirect return to it. */
export const SignInPage = ({ page, site }: { page: SignInPageData; site: SiteData }) => {
  const session = useSession()
  const navigate = useNavigate()
  const to = wayBackIn(useOwnSearch())
  const base = site.signInBase
  const isAuthorized = session?.isAuthorized ?? false
  const mayLeave = !useSyncExternalStore(never, isFramed, () => false)
  useEffect(() => {
    if (base === null)
      openedSession()
        .then((opened) => opened.start())
        .catch(console.error)
  }, [base])
  // A signed-in person is redirected at once.
  useEffect(() => {
    if (isAuthorized && to) void navigate(to, { replace: true })
  }, [isAuthorized, to, navigate])
  // The person did not start the silent frame, so its timeout is not shown.
  const refusal = session?.error === SESSION_TEXTS.timeout ? null : session?.error
  const back = to ?? paths.home()
  // A click just after hydration can come before `to` is known, so clicks read the address.
  const clickedBack = () => wayBackIn(window.location.search) ?? paths.home()
  const signIn = async () => (await openedSession()).signIn(clickedBack())
  const signInInTab = () =>
    openedSession().then(
      (opened) => opened.signInInTab(clickedBack()),
      // The chunk could not be loaded, probably because there is a new build. A reload gets the new build.
      () => window.location.reload(),
    )
  return (
    <div className="wrap flex justify-center pt-12 md:pt-20">
      <Card className="w-full max-w-md rounded-panel p-6 sm:p-8">
        <h1 className="text-2xl font-semibold">{isAuthorized ? 'You are signed in' : page.heading}</h1>
        {isAuthorized ? (
          <>
            <p className="mt-2 text-muted">{session?.data?.email}</p>
            <ButtonLink to={back} className="mt-6 w-full" size="lg">
              Go on
            </ButtonLink>
          </>
        ) : (
          <>
            <p className="mt-2 text-muted">
              With your {site.productName} account you install apps for your organization and see what it has. The{' '}
              {site.marketplace} itself never sees your password.
            </p>
            {refusal && <Refusal error={refusal} isUnreachable={session?.isUnreachable ?? false} />}
            {base === null ? (
              <div className="mt-6 space-y-2.5">
                <Button
                  size="lg"
                  className="w-full no-js:hidden"
                  onClick={signIn}
                  aria-busy={session?.isFetching ?? false}
                  disabled={session?.isFetching ?? false}
                >
                  {refusal ? 'Try again' : 'Sign in'}
                </Button>
                {mayLeave && (
                  <Button variant="secondary" className="w-full no-js:hidden" onClick={signInInTab}>
                    Sign in without a window
                  </Button>
                )}
                <p className="js:hidden">
                  Signing in and installing need scripts, which this browser does not run. Everything else here works without
                  them.
                </p>
              </div>
            ) : (
              <ButtonAnchor href={base + paths.signIn()} size="lg" className="mt-6 w-full">
                Sign in
              </ButtonAnchor>
            )}
            {to && (
              <ButtonLink to={to} variant="quiet" className="mt-2.5 w-full">
                Back to where you were
              </ButtonLink>
            )}
          </>
        )}
      </Card>
    </div>
  )
}
