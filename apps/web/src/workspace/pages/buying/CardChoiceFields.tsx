import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { CardField } from './CardField.tsx'
import { cardName } from './card-name.ts'
import { Notice } from './Notice.tsx'
import type { CardChoice } from './use-card-choice.ts'

const LINE = 'flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-hover'

type Props = {
  account: BillingAccount
  choice: CardChoice
  /** Whether a card is being saved or charged. Input during that time would be lost, so the fields are disabled. */
  busy: boolean
}

/** The choice between the saved card and another one. */
export const CardChoiceFields = ({ account: { card, has_card: hasCard }, choice, busy }: Props) => {
  const { entersNew, choose, provider, setCard, blocked } = choice
  const field = (
    <div className="px-4 pt-1 pb-4">
      {blocked ? (
        <Notice tone="danger" role="alert">
          {PAYMENT_TEXTS.blocked}
        </Notice>
      ) : (
        <CardField provider={provider} onCard={setCard} />
      )}
      {hasCard && (
        <p className="mt-2 text-xs text-muted">
          It becomes your organization’s card, in place of the one before, for renewals too.
        </p>
      )}
    </div>
  )
  if (!hasCard && entersNew)
    return (
      <div inert={busy} className="rounded-card border border-line bg-surface pt-4 inert:opacity-60">
        {field}
      </div>
    )
  return (
    <fieldset inert={busy} className="overflow-hidden rounded-card border border-line bg-surface text-sm inert:opacity-60">
      <legend className="sr-only">Card</legend>
      <label className={LINE}>
        <input type="radio" name="card" checked={!entersNew} onChange={() => choose(false)} className="size-4 accent-current" />
        <span>
          {cardName(card)}
          {card?.expires_soon && <span className="block text-xs text-warning">It expires soon, or has expired.</span>}
        </span>
      </label>
      <label className={`${LINE} border-t border-line`}>
        <input type="radio" name="card" checked={entersNew} onChange={() => choose(true)} className="size-4 accent-current" />
        Another card
      </label>
      {entersNew && field}
    </fieldset>
  )
}
