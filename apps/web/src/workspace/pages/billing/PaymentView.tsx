import { useQueryClient } from '@tanstack/react-query'
import type { BillingAccount } from '@marketplace/contracts/billing/schemas'
import { findVariant } from '@marketplace/contracts/core/variants'
import { lazy, Suspense, useState } from 'react'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useShell } from '../../kit/shell.ts'
import { CardChoiceFields } from '../buying/CardChoiceFields.tsx'
import { cardName } from '../buying/card-name.ts'
import { countryLabel } from '../buying/countries.ts'
import { useCardChoice } from '../buying/use-card-choice.ts'
import { usePayment } from '../checkout/use-payment.ts'

/** Forms load their validation code, so each is loaded when it is opened. */
const AddressSheet = lazy(async () => ({ default: (await import('./AddressSheet.tsx')).AddressSheet }))

const ReplaceCard = ({ account, onDone }: { account: BillingAccount; onDone: () => void }) => {
  const { variant } = useShell()
  const choice = useCardChoice({ ...account, has_card: false }, findVariant(variant)?.product ?? 'livechat')
  const { busy, problem, pay } = usePayment()
  const save = () =>
    pay(async () => {
      await choice.settle()
      showToast('The card is saved.')
      onDone()
    })
  return (
    <div className="mt-4 space-y-4">
      <CardChoiceFields account={{ ...account, has_card: false }} choice={choice} busy={busy} />
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy || !choice.isReady} aria-busy={busy} onClick={() => void save()}>
          Save the card
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onDone}>
          Keep it as it is
        </Button>
      </div>
    </div>
  )
}

const OwnCard = ({ account, mayPay }: { account: BillingAccount; mayPay: boolean }) => {
  const queries = useQueryClient()
  const [replacing, setReplacing] = useState(false)
  const { card, has_card: hasCard } = account
  return (
    <Card as="section" className="p-6 text-sm">
      <h2 className="mb-2 text-lg font-semibold">Card</h2>
      <p>{hasCard ? cardName(card) : 'There is no card yet. One is asked for at the first purchase.'}</p>
      {card?.expires_soon && (
        <p className="mt-1 text-warning">
          It expires soon, or has expired. What renews after that is not paid: replace it before.
        </p>
      )}
      {hasCard && <p className="mt-1 text-muted">It pays everything that your organization buys and renews here.</p>}
      {replacing ? (
        <ReplaceCard
          account={account}
          onDone={() => {
            setReplacing(false)
            void queries.invalidateQueries({ queryKey: ['billing'] })
          }}
        />
      ) : (
        mayPay && (
          <Button variant="secondary" className="mt-4" onClick={() => setReplacing(true)}>
            {hasCard ? 'Replace the card' : 'Add a card'}
          </Button>
        )
      )}
    </Card>
  )
}

const Address = ({ account: { address }, mayPay }: { account: BillingAccount; mayPay: boolean }) => {
  const [open, setOpen] = useState(false)
  const { name, street, city, zip, state, country, vat_id: vatId } = address
  const lines = [
    name,
    street,
    [zip, city, state].filter(Boolean).join(' '),
    country && countryLabel(country),
    vatId && `VAT ${vatId}`,
  ].filter(Boolean)
  return (
    <Card as="section" className="p-6 text-sm">
      <h2 className="mb-2 text-lg font-semibold">Billing address</h2>
      {lines.length > 0 ? lines.map((line) => <p key={line}>{line}</p>) : <p>There is no address yet.</p>}
      <p className="mt-1 text-muted">Invoices name it, and the tax follows its country and zip.</p>
      {mayPay && (
        <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          Change the address
        </Button>
      )}
      <Suspense>{open && <AddressSheet address={address} onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}

/** The organization's card and billing address. */
export const PaymentView = ({ mayPay }: { mayPay: boolean }) => (
  <Loaded
    query={useEndpoint('billing', 'GET /account')}
    failed="Your organization’s card couldn't be loaded"
    waiting={<Skeleton className="h-64 rounded-card" />}
  >
    {(account) => (
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <OwnCard account={account} mayPay={mayPay} />
        <Address account={account} mayPay={mayPay} />
      </div>
    )}
  </Loaded>
)
