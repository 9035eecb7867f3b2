import type { CartProduct } from '@marketplace/contracts/carts/schemas'
import { buyingPaths, hostPages } from '@marketplace/contracts/pages/buying-paths'
import { hostAddress } from '@marketplace/domain/application-addresses'
import { termsOf } from '@marketplace/domain/buying/terms'
import { planPriceText } from '@marketplace/domain/pricing'
import { Trash2 } from 'lucide-react'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { MessageLink } from '../../../ui/MessageLink.tsx'
import { Select } from '../../../ui/Select.tsx'
import { useShell } from '../../kit/shell.ts'
import { Money, seatsText } from '../buying/amounts.tsx'
import { noteText } from '../buying/cart-notes.ts'
import { Notice } from '../buying/Notice.tsx'

/** The price of one seat for one period: "$12/mo per agent". */
const unitText = ({ billingCycle, pricingType, price }: CartProduct['plan'] & { price: { unit: number } }): string =>
  planPriceText({ billingCycle, pricingType, price: price.unit, trialDays: 0 }).text

const termsText = ({ plan, trialDays, renewal }: CartProduct): string =>
  termsOf({
    price: renewal?.net ?? plan.price.total,
    months: renewal?.months ?? null,
    trialDays,
    renewsAt: renewal ? new Date(renewal.at) : null,
  })

type Props = {
  product: CartProduct
  canChange: boolean
  busy: boolean
  onPlan: (planId: string) => void
  onRemove: () => void
}

/** One application of a cart: its plan, its quantity, and its price now and later. */
export const CartItem = ({ product, canChange, busy, onPlan, onRemove }: Props) => {
  const { slug, name, productType, plan, plans, quantity, note, problem } = product
  const href = productType === 'service' ? paths.service(slug) : paths.underApps(slug)
  const { site } = useShell()
  const subscription = hostPages.subscription(site.hostProduct, product.product)
  const noteSaid = noteText(product)
  return (
    <Card as="article" className="p-5">
      <div className="flex gap-4">
        <IconTile icon={applicationIcon(product)} size="card" />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <h2 className="text-base font-semibold">
              <Link to={href} className="underline-offset-4 hover:underline">
                {name}
              </Link>
            </h2>
            <p className="text-base font-semibold">
              <Money cents={plan.price.total} />
            </p>
          </div>
          <p className="mt-0.5 text-sm text-muted">
            {unitText(plan)} · {seatsText(quantity, plan.pricingType)}
          </p>
          <p className="mt-2 text-sm">{termsText(product)}</p>
        </div>
      </div>
      {noteSaid && (
        <Notice tone="warning" className="mt-4">
          {noteSaid}
        </Notice>
      )}
      {problem && !note && (
        <Notice tone="warning" className="mt-4">
          <MessageLink
            message={problem.message}
            href={problem.code === 'LICENSE_INACTIVE' ? hostAddress(subscription, site.hostUrl) : null}
          />
          {problem.code === 'CARD_NEEDED' && (
            <>
              {' '}
              <Link to={buyingPaths.billing('payment')} className="underline underline-offset-4">
                Add a card
              </Link>
            </>
          )}
        </Notice>
      )}
      {canChange && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
          {plans.length > 1 ? (
            <Field label="Plan" inline>
              {(control) => (
                <Select
                  {...control}
                  aria-label={`Plan of ${name}`}
                  value={plan.id}
                  disabled={busy}
                  onChange={(event) => onPlan(event.target.value)}
                  options={plans.map((each) => ({
                    value: each.id,
                    label: `${each.name} · ${planPriceText({ ...each, price: each.price.total }).text}`,
                  }))}
                />
              )}
            </Field>
          ) : (
            <p className="text-sm text-muted">{plan.name}</p>
          )}
          <Button variant="quiet" size="sm" disabled={busy} onClick={onRemove} className="-me-3">
            <Icon as={Trash2} />
            Remove
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    </Card>
  )
}
