import type { DirectCharge } from '@marketplace/contracts/charges/schemas'
import { formatInstant } from '@marketplace/domain/dates'
import { formatDollars } from '@marketplace/domain/pricing'
import { Badge } from '../../../ui/Badge.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Money } from '../buying/amounts.tsx'
import { type Of, titleOf } from './charges.ts'

const Paid = ({ test, taxes: { total_price: total }, refunded }: DirectCharge) => {
  if (test || refunded < total || refunded === 0) return <Money cents={test ? 0 : total} />
  return (
    <s className="text-muted">
      <Money cents={total} />
    </s>
  )
}

/** What was paid once, and what of it was paid back. */
export const BoughtOnce = ({ charges }: { charges: readonly Of<DirectCharge>[] }) =>
  charges.length > 0 && (
    <section aria-label="Bought once" className="mt-10">
      <h2 className="mb-4 text-xl font-semibold">Bought once</h2>
      <ul className="space-y-3">
        {charges.map((charge) => (
          <li key={charge.id}>
            <Card className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 text-sm">
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-3 font-semibold">
                  {titleOf(charge)}
                  {charge.refunded > 0 && charge.refunded >= charge.taxes.total_price && <Badge>Refunded</Badge>}
                </span>
                <span className="block text-muted">
                  {formatInstant(charge.updated_at)}
                  {charge.refunded > 0 &&
                    charge.refunded < charge.taxes.total_price &&
                    `. ${formatDollars(charge.refunded)} of it was paid back.`}
                </span>
              </span>
              <Paid {...charge} />
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
