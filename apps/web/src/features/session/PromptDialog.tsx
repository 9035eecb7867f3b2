import { explainAuthorization, SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { isFramed } from '../../lib/is-framed.ts'
import { answerPrompt, type Prompt, usePrompt } from '../../lib/session/prompts.ts'
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
    case 'unreachable':
      return SESSION_TEXTS.unreachable
    case 'expired':
      return 'Your session has ended'
    case 'refused':
      return 'You are not signed in'
  }
}

const inTab = ', or sign in in this tab: you will come back to this page'

const Text = ({ prompt }: { prompt: Prompt }) => {
  switch (prompt.kind) {
    case 'continue':
      return prompt.ghost ? (
        <p>You will see the marketplace as this account does, in this tab only, until you stop. You cannot pay for anything.</p>
      ) : (
        <p>
          {isFramed() ? 'The page around the marketplace offers to sign you in' : 'The link that you followed would sign you in'}{' '}
          with this account. If you did not ask for that, go on without it: nothing has been kept.
        </p>
      )
    case 'blocked':
      return (
        <p>Your browser did not let the window open. Open it now{isFramed() ? ', or allow windows for this page' : inTab}.</p>
      )
    case 'closed':
      return <p>Nothing was changed. Open it again{isFramed() ? ' when you want to sign in' : inTab}.</p>
    case 'unreachable':
      return <p>So nobody can sign in at the moment. Nothing was changed. Try again in a moment.</p>
    case 'expired':
      return <p>Sign in again to go on. This page stays as it is, with everything that you have typed.</p>
    case 'refused':
      return (
        <>
          {explainAuthorization(prompt.error) && <p className="mb-2">{explainAuthorization(prompt.error)}</p>}
          <p className="text-muted">The answer was: {prompt.error}</p>
        </>
      )
  }
}

const again = (prompt: Prompt): string => {
  if (prompt.kind === 'unreachable') return 'Try again'
  if (prompt.kind === 'expired') return 'Sign in again'
  if (prompt.kind !== 'refused') return 'Open the window'
  return prompt.asOther ? 'Use another account' : 'Try again'
}

const Answers = ({ prompt }: { prompt: Prompt }) =>
  prompt.kind === 'continue' ? (
    <>
      <Button variant="secondary" onClick={() => answerPrompt('no')}>
        Not now
      </Button>
      <Button onClick={() => answerPrompt('again')}>
        {prompt.ghost ? 'Browse as' : 'Continue as'} {prompt.name}
      </Button>
    </>
  ) : (
    <>
      {prompt.kind !== 'unreachable' && prompt.kind !== 'expired' && !isFramed() && (
        <Button variant="secondary" onClick={() => answerPrompt('tab')}>
          Sign in in this tab
        </Button>
      )}
      <Button onClick={() => answerPrompt('again')}>{again(prompt)}</Button>
    </>
  )

/** The questions and messages of a sign-in. Browsers open windows only after a click, so each answer is a button. */
export const PromptDialog = () => {
  const prompt = usePrompt()
  return (
    prompt && (
      <Modal open onClose={() => answerPrompt('no')} title={titleOf(prompt)} actions={<Answers prompt={prompt} />}>
        <Text prompt={prompt} />
      </Modal>
    )
  )
}
