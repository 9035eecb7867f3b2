import type { ApplicationPage, PagePlan } from '@marketplace/contracts/pages/application'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { Check, ShoppingCart } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useHref, useLocation } from 'react-router'
import { prefetchWorkspace } from '../../lib/prefetch-workspace.ts'
import { openedSession } from '../../lib/session/start.ts'
import { showToast } from '../../lib/toasts.ts'
import { useAction } from '../../lib/use-action.ts'
import { isWorkspacePath } from '../../lib/workspace-path.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { addFailure, addToCart } from './add-to-cart.ts'
import { useCartContents } from './contents.ts'

type PickerProps = { plans: readonly PagePlan[]; chosen: PagePlan; onPlan: (id: string) => void }

/** All plans, with the savings of longer periods. */
const PlanPicker = ({ plans, chosen, onPlan }: PickerProps) => {
  const name = useId()
  return (
    <fieldset className="divide-y divide-line overflow-hidden rounded-card border border-line text-sm">
      <legend className="sr-only">Plan</legend>
      {plans.map(({ id, name: plan, price, saving }) => (
        <label key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-hover">
          <input
            type="radio"
            name={name}
            checked={id === chosen.id}
            onChange={() => onPlan(id)}
            className="size-4 accent-current"
          />
          <span className="font-semibold">{plan}</span>
          {saving > 0 && <Badge tone="positive">Save {saving} %</Badge>}
          <span className="ms-auto tabular-nums">{price.text}</span>
        </label>
      ))}
    </fieldset>
  )
}

type Props = {
  page: Pick<ApplicationPage, 'id' | 'name' | 'plans'>
  plan: PagePlan
  onPlan: (id: string) => void
  /** The button that leads to the checkout; null if the signed-in person may not pay. */
  buyNow: ReactNode
  canAdd: boolean
}

/** The plans of an application, the buttons to buy it, and the terms that a buyer accepts. */
export const BuyBox = ({ page: { id, name, plans }, plan, onPlan, buyNow, canAdd }: Props) => {
  const { pathname } = useLocation()
  const contents = useCartContents()
  const cart = useHref(buyingPaths.cart())
  const prefetch = () => void (isWorkspacePath(pathname) || prefetchWorkspace(cart))
  const add = useAction(async () => {
    prefetch()
    const session = await openedSession()
    if (!(await session.signIn(pathname))) return
    await addToCart(id, plan.id)
    showToast(`${name} is in your cart.`)
  }, addFailure)
  return (
    <div className="space-y-2.5" onPointerEnter={prefetch} onFocus={prefetch}>
      {plans.length > 1 && <PlanPicker plans={plans} chosen={plan} onPlan={onPlan} />}
      {buyNow}
      {canAdd &&
        (contents?.includes(id) ? (
          <ButtonLink to={buyingPaths.cart()} variant="secondary" className="w-full">
            <Icon as={Check} />
            In your cart
          </ButtonLink>
        ) : (
          <Button
            variant="secondary"
            className="w-full no-js:hidden"
            onClick={() => void add.run()}
            disabled={add.busy}
            aria-busy={add.busy}
          >
            <Icon as={ShoppingCart} />
            Add to cart
          </Button>
        ))}
      {!buyNow && <p className="text-sm">Only those of your organization with a billing permission can buy it.</p>}
      <p className="text-xs text-muted">{plan.terms}</p>
    </div>
  )
}
