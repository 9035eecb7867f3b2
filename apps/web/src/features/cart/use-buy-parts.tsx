import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import { useState } from 'react'
import { useInstalled } from '../../lib/installs.ts'
import { useKnownInstance } from '../../lib/installs/instances.ts'
import { track } from '../../lib/signals.ts'
import { useSession } from '../../lib/session/store.ts'
import { ButtonAnchor, ButtonLink } from '../../ui/Button.tsx'
import { BuyBox } from './BuyBox.tsx'
import { useMayBuy } from './contents.ts'

/**
 * The parts of an application's page that offer the purchase. Null if the application cannot be bought, is installed, or is already paid
 * for.
 */
export const useBuyParts = (page: ApplicationPage, { signInBase: base }: Pick<SiteData, 'signInBase'>) => {
  const { id, slug, plans, universalRefusal } = page
  const [chosen, choose] = useState<string | null>(null)
  const installed = useInstalled(id)
  const refused = useKnownInstance(id)?.can.install
  const isKnown = useSession()?.isAuthorized ?? false
  const mayBuy = useMayBuy()
  const plan = plans.find((each) => each.id === chosen) ?? plans[0]
  // If the person cannot install the application for another reason than the payment, the page shows that reason instead of the purchase.
  const isFor = !isKnown || refused === undefined || refused.code === 'PAYMENT_DUE'
  if (!plan || universalRefusal !== 'PAYMENT_DUE' || installed || !isFor) return null
  const checkout = buyingPaths.checkout(slug, plan.id)
  const button = (className: string) => {
    if (isKnown && !mayBuy) return null
    return base === null ? (
      <ButtonLink to={checkout} size="lg" className={className} onClick={() => track('buy_clicked', { application: id })}>
        Buy now
      </ButtonLink>
    ) : (
      <ButtonAnchor href={base + checkout} size="lg" className={className}>
        Buy now
      </ButtonAnchor>
    )
  }
  return {
    box: (
      <BuyBox page={page} plan={plan} onPlan={choose} buyNow={button('w-full')} canAdd={base === null && (mayBuy || !isKnown)} />
    ),
    button,
  }
}
