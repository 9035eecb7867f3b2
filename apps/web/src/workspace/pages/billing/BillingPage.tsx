import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { hasPermission } from '@marketplace/domain/permissions'
import { useSearchParams } from 'react-router'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { InvoicesView } from './InvoicesView.tsx'
import { PaymentView } from './PaymentView.tsx'
import { SubscriptionsView } from './SubscriptionsView.tsx'

const VIEWS = [
  { view: 'subscriptions', name: 'Subscriptions', to: buyingPaths.billing() },
  { view: 'invoices', name: 'Invoices', to: buyingPaths.billing('invoices') },
  { view: 'payment', name: 'Card and address', to: buyingPaths.billing('payment') },
] as const

const Views = ({ mayPay }: { mayPay: boolean }) => {
  const [search] = useSearchParams()
  const asked = VIEWS.find(({ view }) => view === search.get('view'))?.view ?? 'subscriptions'
  return (
    <>
      <div className="mb-6">
        <Tabs label="Billing" tabs={VIEWS.map(({ view, name, to }) => ({ name, to, current: view === asked }))} />
      </div>
      {asked === 'subscriptions' && <SubscriptionsView mayPay={mayPay} />}
      {asked === 'invoices' && <InvoicesView />}
      {asked === 'payment' && <PaymentView mayPay={mayPay} />}
    </>
  )
}

/** Subscriptions, invoices and payment details of the organization. */
export const BillingPage = () => (
  <Page screen={useScreen()}>
    <SignedIn what="Sign in to see what your organization pays for." waiting={<Skeleton className="h-64 rounded-card" />}>
      {(_, permissions) => <Views mayPay={hasPermission(new Set(permissions), 'manageBilling')} />}
    </SignedIn>
  </Page>
)
