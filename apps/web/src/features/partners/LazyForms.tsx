import type { ComponentType } from 'react'
import { lazyPart } from '../../lib/lazy-part.tsx'

/** A form whose code is loaded after hydration. Its space is reserved until then. Without scripts the page says what to do instead. */
const lazyForm = <Props extends object>(load: () => Promise<ComponentType<Props>>, room: string, instead: string) => {
  const Form = lazyPart(load)
  const waiting = (
    <>
      <div aria-hidden className={`${room} no-js:hidden`} />
      <p className="hidden text-sm text-muted no-js:block">{instead}</p>
    </>
  )
  return function LazyForm(props: Props) {
    return <Form {...props} instead={waiting} />
  }
}

const NEEDS_SCRIPTS = 'The form needs scripts, which are off in this browser.'

export const LazyMessageForm = lazyForm(
  async () => (await import('./forms/MessageForm.tsx')).MessageForm,
  'min-h-143 sm:min-h-102',
  NEEDS_SCRIPTS,
)
export const LazyReviewForm = lazyForm(
  async () => (await import('./forms/ReviewForm.tsx')).ReviewForm,
  'min-h-126 sm:min-h-99',
  NEEDS_SCRIPTS,
)
export const LazyRequestForm = lazyForm(
  async () => (await import('./forms/RequestForm.tsx')).RequestForm,
  'min-h-186 sm:min-h-129',
  NEEDS_SCRIPTS,
)
export const LazyWaitingForm = lazyForm(
  async () => (await import('./forms/WaitingForm.tsx')).WaitingForm,
  'min-h-31',
  NEEDS_SCRIPTS,
)
