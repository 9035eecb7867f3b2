import { Cookie } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Consent } from '../../lib/consent.ts'

type Props = {
  before: Consent | null
  marketplace: string
  /** Whether the person has opened the question. Then the panel takes the focus. */
  isAsked: boolean
  onAnswer: (consent: Consent) => void
}

/** The question about tracking. It is beside the page, which can be used without answering. Each of the two answers takes one click. */
export const ConsentPanel = ({ before, marketplace, isAsked, onAnswer }: Props) => (
  <section
    aria-labelledby="consent-title"
    className="toast fixed inset-x-3 bottom-24 z-30 mx-auto max-w-md rounded-card border border-line bg-surface p-4 text-sm shadow-lift sm:start-auto sm:end-[calc(1rem+var(--gutter))] sm:mx-0 lg:bottom-6"
  >
    <h2
      id="consent-title"
      tabIndex={-1}
      ref={(heading) => {
        if (isAsked) heading?.focus()
      }}
      className="flex items-center gap-2 font-semibold outline-none"
    >
      <Icon as={Cookie} className="shrink-0" />
      May we remember where you came from?
    </h2>
    <p className="mt-1.5 text-muted">
      We count visits without cookies and without knowing you. If you agree, your browser also keeps for up to 120 days which
      campaign led you to the {marketplace}, and our analytics learn what you use.
    </p>
    {before && <p className="mt-1.5">You have {before === 'granted' ? 'agreed' : 'said no'} before.</p>}
    <div className="mt-3 grid grid-cols-2 gap-2">
      <Button variant="secondary" onClick={() => onAnswer('denied')}>
        No, thanks
      </Button>
      <Button variant="secondary" onClick={() => onAnswer('granted')}>
        I agree
      </Button>
    </div>
  </section>
)
