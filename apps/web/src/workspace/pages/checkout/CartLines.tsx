import type { CartProduct } from '@marketplace/contracts/carts/schemas'
import { termsOf } from '@marketplace/domain/buying/terms'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Money, seatsText } from '../buying/amounts.tsx'
import { noteText } from '../buying/cart-notes.ts'

/** The products of a cart, one on each line, with the terms that the buyer accepts. */
export const CartLines = ({ products }: { products: readonly CartProduct[] }) => (
  <ul aria-label="Products" className="mb-4 space-y-4 border-b border-line pb-4 text-sm">
    {products.map((product) => {
      const { id, name, plan, quantity, renewal, trialDays } = product
      const note = noteText(product) ?? product.problem?.message
      return (
        <li key={id} className="flex gap-3">
          <IconTile icon={applicationIcon(product)} size="small" />
          <div className="min-w-0 grow">
            <p className="flex justify-between gap-3">
              <span className="font-semibold">{name}</span>
              <Money cents={plan.price.total} />
            </p>
            <p className="text-xs text-muted">
              {plan.name} · {seatsText(quantity, plan.pricingType)}
            </p>
            <p className="text-xs text-muted">
              {termsOf({
                price: renewal?.total ?? plan.price.total,
                months: renewal?.months ?? null,
                trialDays,
                renewsAt: renewal ? new Date(renewal.at) : null,
              })}
            </p>
            {note && <p className="mt-1 text-xs font-semibold text-warning">{note}</p>}
          </div>
        </li>
      )
    })}
  </ul>
)
