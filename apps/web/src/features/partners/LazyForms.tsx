import { type ComponentType, useEffect, useState } from 'react'

/** A form whose code comes once the page runs, with room for it until then. Without scripts the page says what to do instead. */
const lazyForm = <Props extends object>(load: () => Promise<ComponentType<Props>>, room: string, instead: string) =>
  function LazyForm(props: Props) {
    const [Form, setForm] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      load().then((Loaded) => setForm(() => Loaded), console.error)
    }, [])
    if (Form) return <Form {...props} />
    return (
      <>
        <div aria-hidden className={`${room} no-js:hidden`} />
        <p className="hidden text-sm text-muted no-js:block">{instead}</p>
      </>
    )
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
