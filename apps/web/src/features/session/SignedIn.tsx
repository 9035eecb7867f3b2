import { CircleUserRound, CloudOff } from 'lucide-react'
import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { openedSession, signInHere } from '../../lib/session/start.ts'
import { useSession, whoOf } from '../../lib/session/store.ts'
import type { SessionData } from '../../lib/session/state.ts'
import { useOwnSearch } from '../../lib/use-own-search.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

type Props = {
  /** What there is to see, for who is not signed in. */
  what: string
  /** Where people sign in instead, where nobody does here. */
  base: string | null
  /** For a page whose heading, and what stands around it, comes with what is loaded. */
  heading?: string
  /** The shape of what comes. */
  waiting: ReactNode
  children: (data: SessionData, permissions: readonly string[]) => ReactNode
}

/** Whoever is signed in stays so; it is only not known who that is. */
const Unreachable = () => {
  const [busy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    await openedSession()
      .then((session) => session.lookAgain())
      .catch(console.error)
    setBusy(false)
  }
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

/** What is for those only who are signed in. Everybody else is asked to, and is here again after it. */
export const SignedIn = ({ what, base, heading, waiting, children }: Props) => {
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
  // As high whatever stands in it: nothing below moves into sight and out again.
  if (session?.data)
    return (
      // Nothing that one person has opened or typed is there for the next.
      <div key={whoOf(session.data)} className={HEIGHT}>
        {children(session.data, session.permissions)}
      </div>
    )
  return (
    <div className={HEIGHT}>
      {heading && <h1 className="sr-only">{heading}</h1>}
      {/* Without scripts it is never known; then the way to sign in is all there is. */}
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
