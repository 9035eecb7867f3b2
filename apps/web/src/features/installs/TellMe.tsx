import { CallError } from '@marketplace/contracts/api/client'
import { BellRing, Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { publicProduct } from '../../lib/public-product.ts'
import { useSession } from '../../lib/session/store.ts'
import { track } from '../../lib/signals.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { assertDone } from './install-texts.ts'

/** Asks for a mail when an application that is coming soon is published. */
export const TellMe = ({ id, name }: { id: string; name: string }) => {
  const own = useSession()?.data?.email ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [error, setError] = useState('')
  const email = typed ?? own
  const { busy, run } = useAction(
    async () => {
      assertDone(
        { error: null, ...(await publicProduct('POST /awaiting_apps', { body: { application_id: id, email } })) },
        'awaiting',
      )
      track('announcement_awaited', { application: id })
      setError('')
      setSentTo(email)
    },
    (cause) => {
      setError(
        cause instanceof CallError && cause.status !== 400
          ? cause.message
          : 'This could not be sent. Please look at the address and try again.',
      )
      return null
    },
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <details className="mt-4 border-t border-line pt-3 text-sm no-js:hidden">
      <summary className="inline-flex min-h-8 list-none items-center gap-2 rounded-xs font-semibold underline-offset-4 hover:underline">
        <Icon as={BellRing} />
        Tell me when it is there<span className="sr-only">: {name}</span>
      </summary>
      <div role="status">
        {sentTo !== null && (
          <p className="mt-2 flex items-start gap-2 text-positive">
            <Icon as={Check} className="mt-0.5 shrink-0" />
            <span className="min-w-0">We will write to {sentTo} once.</span>
          </p>
        )}
      </div>
      {sentTo === null && (
        <form onSubmit={send} className="mt-2 space-y-2.5">
          <Field label="E-mail" {...(error && { error })}>
            {(control) => (
              <input
                {...control}
                type="email"
                name="email"
                autoComplete="email"
                required
                maxLength={254}
                value={email}
                onChange={(event) => setTyped(event.target.value)}
                className="min-h-10 w-full rounded-control border border-control bg-surface px-3 text-sm aria-invalid:border-danger"
              />
            )}
          </Field>
          <Button type="submit" variant="secondary" size="sm" disabled={busy} aria-busy={busy}>
            Tell me
          </Button>
        </form>
      )}
    </details>
  )
}
