import { CircleUserRound, CloudOff } from 'lucide-react'
import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { openedSession, signInHere } from '../../lib/session/start.ts'
import { useOneRun } from '../../lib/use-one-run.ts'
import { useSession, whoOf } from '../../lib/session/store.ts'
import type { SessionData } from '../../lib/session/state.ts'
import { useOwnSearch } from '../../lib/use-own-search.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useShell } from './shell.ts'

type Props = {
  /** The sentence that asks people to sign in. It names what the page shows. */
  what: string
  /** The heading for screen readers before the sign-in, if the page's own heading comes with its data. */
  heading?: string
  /** The placeholder while the session is being read. */
  waiting: ReactNode
  children: (data: SessionData, permissions: readonly string[]) => ReactNode
}

/** Shown if the accounts server does not answer. The person may well be signed in. */
const Unreachable = () => {
  const { busy, once } = useOneRun()
  const tryAgain = () => once(async () => (await openedSession()).lookAgain(), console.error)
  return (
    <EmptyState
      icon={CloudOff}
      title={SESSION_TEXTS.unreachable}
      action={
        <Button onClick={tryAgain} disabled={busy} aria-busy={busy}>
          Try again
        </Button>
      }
    >
      We could not find out whether you are signed in. If you are, you still will be when it answers.
    </EmptyState>
  )
}

const HEIGHT = 'min-h-[80vh]'

/** Content for signed-in people. Others are asked to sign in, and return to this page after the sign-in. */
export const SignedIn = ({ what, heading, waiting, children }: Props) => {
  // The address of the variant in which people sign in; null if they sign in here.
  const base = useShell().site.signInBase
  const session = useSession()
  const { pathname } = useLocation()
  const search = useOwnSearch()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (base === null)
      openedSession().then(
        (opened) => opened.start(),
        () => setFailed(true),
      )
  }, [base])
  const isKnown = base !== null || failed || session?.isInitialized
  const signIn = 'Sign in'
  // All states have the same minimum height, so that the footer does not jump.
  if (session?.data)
    return (
      // The key discards open dialogs and typed text when another person signs in.
      <div key={whoOf(session.data)} className={HEIGHT}>
        {children(session.data, session.permissions)}
      </div>
    )
  return (
    <div className={HEIGHT}>
      {heading && <h1 className="sr-only">{heading}</h1>}
      {/* Without scripts the session is never read, so only the sign-in link is shown. */}
      {!isKnown && (
        <div role="status" className="no-js:hidden">
          <span className="sr-only">Loading</span>
          {waiting}
        </div>
      )}
      <div className={classNames(!isKnown && 'js:hidden', heading && 'wrap pt-16')}>
        {session?.isUnreachable ? (
          <Unreachable />
        ) : (
          <EmptyState
            icon={CircleUserRound}
            title="You are not signed in"
            action={
              base === null ? (
                <ButtonLink to={paths.signIn(pathname + search)} onClick={signInHere}>
                  {signIn}
                </ButtonLink>
              ) : (
                <ButtonAnchor href={base + pathname}>{signIn}</ButtonAnchor>
              )
            }
          >
            {what}
          </EmptyState>
        )}
      </div>
    </div>
  )
}
