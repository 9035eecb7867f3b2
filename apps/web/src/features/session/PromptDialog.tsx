import { AUTHORIZATION_ERRORS } from '@marketplace/contracts/session'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type Prompt, setPrompt, usePrompt } from '../../lib/session/prompts.ts'
import { openedSession } from '../../lib/session/store.ts'
import type { Session } from '../../lib/session/open-session.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

const titleOf = (prompt: Prompt): string => {
  switch (prompt.kind) {
    case 'continue':
      return prompt.ghost ? `Browse as ${prompt.name}?` : `Continue as ${prompt.name}?`
    case 'blocked':
      return 'The sign-in window was blocked'
    case 'closed':
      return 'The sign-in window was closed'
    case 'refused':
      return 'You are not signed in'
  }
}

const Text = ({ prompt }: { prompt: Prompt }) => {
  switch (prompt.kind) {
    case 'continue':
      return prompt.ghost ? (
        <p>You will see the marketplace as this account does, in this tab only, until you stop. You cannot pay for anything.</p>
      ) : (
        <p>
          The link that you followed would sign you in with this account. If you did not ask for that, go on without it: nothing
          has been kept.
        </p>
      )
    case 'blocked':
      return (
        <p>Your browser did not let the window open. Open it now, or sign in in this tab: you will come back to this page.</p>
      )
    case 'closed':
      return <p>Nothing was changed. Open it again, or sign in in this tab: you will come back to this page.</p>
    case 'refused':
      return (
        <>
          {AUTHORIZATION_ERRORS[prompt.error] && <p className="mb-2">{AUTHORIZATION_ERRORS[prompt.error]}</p>}
          <p className="text-muted">The answer was: {prompt.error}</p>
        </>
      )
  }
}

/** What has to be asked or said before a sign-in goes on. Each button is a click of its own, in answer to which a window may open. */
export const PromptDialog = () => {
  const prompt = usePrompt()
  const { pathname, search } = useLocation()
  // What is going away keeps its words until it is gone.
  const [last, setLast] = useState<Prompt | null>(null)
  if (prompt && prompt !== last) setLast(prompt)
  const shown = prompt ?? last
  if (!shown) return null
  const act = (work: (session: Session) => unknown) => async () => work(await openedSession())
  const close = () => (shown.kind === 'continue' ? act((session) => session.answerOffer(false))() : setPrompt(null))
  return (
    <Modal
      open={prompt !== null}
      onClose={close}
      title={titleOf(shown)}
      actions={
        shown.kind === 'continue' ? (
          <>
            <Button variant="secondary" onClick={close}>
              Not now
            </Button>
            <Button onClick={act((session) => session.answerOffer(true))}>
              {shown.ghost ? 'Browse as' : 'Continue as'} {shown.name}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={act((session) => session.signInByRedirect(pathname + search))}>
              Sign in in this tab
            </Button>
            <Button onClick={act((session) => session.signIn())}>
              {shown.kind === 'refused' ? 'Try again' : 'Open the window'}
            </Button>
          </>
        )
      }
    >
      <Text prompt={shown} />
    </Modal>
  )
}
