import type { DirectCharge, RecurrentCharge } from '@marketplace/contracts/charges/schemas'
import { formatInstant } from '@marketplace/domain/dates'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Money } from '../buying/amounts.tsx'
import { isRecurrent, type Of, priceOf, titleOf } from './charges.ts'

type Charge = Of<RecurrentCharge> | Of<DirectCharge>

const Offer = ({ charge, onCancel }: { charge: Charge; onCancel: (charge: Of<RecurrentCharge>) => void }) => {
  const { name, agreed_until: until, test, taxes } = charge
  const recurrent = isRecurrent(charge)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-3 text-sm">
      <span className="min-w-0 grow basis-52">
        <span className="block font-semibold">{titleOf(charge)}</span>
        <span className="block text-muted">
          {until && `If it is not charged by ${formatInstant(until)}, your agreement ends and nothing is paid.`}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-3">
        {recurrent && !test ? priceOf(charge) : <Money cents={test ? 0 : taxes.total_price} />}
        {recurrent && charge.can.cancel && (
          <Button variant="quiet" onClick={() => onCancel(charge)}>
            Withdraw<span className="sr-only"> the agreement to {name}</span>
          </Button>
        )}
      </span>
    </Card>
  )
}

/** Accepted charges that their applications have not activated yet. Recurrent ones can be withdrawn. */
export const AgreedOffers = ({
  charges,
  onCancel,
}: {
  charges: readonly Charge[]
  onCancel: (charge: Of<RecurrentCharge>) => void
}) =>
  charges.length > 0 && (
    <section aria-label="Agreed, not charged yet" className="mt-10">
      <h2 className="mb-1 text-xl font-semibold">Agreed, not charged yet</h2>
      <p className="mb-4 text-sm text-muted">Your organization has agreed to these charges. Each application can make its own.</p>
      <ul className="space-y-3">
        {charges.map((charge) => (
          <li key={charge.id}>
            <Offer charge={charge} onCancel={onCancel} />
          </li>
        ))}
      </ul>
    </section>
  )
