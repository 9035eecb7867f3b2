import { hostPages } from '@marketplace/contracts/pages/buying-paths'
import { BRAND } from '@marketplace/contracts/core/brand'
import { hostAddress } from '@marketplace/domain/application-addresses'
import { Clock, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ExternalLink } from '../../../ui/ExternalLink.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useShell } from '../../kit/shell.ts'
import { Money } from '../buying/amounts.tsx'
import { timeLeft, useNow } from '../buying/use-now.ts'

type FrameProps = { summary: ReactNode; children: ReactNode; pay: PayProps & { due: number } }

/**
 * The layout of a checkout: the summary in the right column (on small screens at the top), the payment beside it. On small screens the button
 * that pays, with `due` (cents), stays in view at the bottom, unless the window is too low for it.
 */
export const CheckoutFrame = ({ summary, children, pay: { due, leave, ...pay } }: FrameProps) => (
  <div className="gap-x-10 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_auto_1fr] lg:items-start">
    <aside aria-label="Summary" className="max-lg:mb-8 lg:sticky lg:top-6 lg:order-2 lg:row-span-4">
      <Card as="section" className="rounded-panel p-6">
        <h2 className="mb-3 text-lg font-semibold">Summary</h2>
        {summary}
      </Card>
    </aside>
    <div className="max-w-xl space-y-8 lg:order-1 lg:col-start-1">{children}</div>
    <div className="mt-6 max-w-xl lg:order-3 lg:col-start-1">
      <Terms />
    </div>
    <div
      data-pay-bar=""
      className="z-10 -mx-4 mt-4 px-4 py-3 max-lg:bg-canvas max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:shadow-bar lg:order-4 lg:col-start-1 lg:mx-0 lg:max-w-xl lg:p-0 [@media(min-height:30rem)]:max-lg:sticky [@media(min-height:30rem)]:max-lg:bottom-0"
    >
      <Problem problem={pay.problem} />
      <div className="flex items-center gap-5">
        <p className="text-lg leading-tight font-semibold whitespace-nowrap lg:hidden">
          <span className="block text-xs font-normal text-muted">Due now</span>
          <Money cents={due} />
        </p>
        <PayButton {...pay} />
      </div>
    </div>
    {leave && <div className="mt-3 max-w-xl lg:order-5 lg:col-start-1">{leave}</div>}
  </div>
)

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h2 className="mb-3 text-lg font-semibold">{title}</h2>
    {children}
  </section>
)

export const checkoutWaiting = (
  <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem]">
    <Skeleton className="h-72 rounded-panel max-lg:mb-8 lg:order-2" />
    <div className="max-w-xl space-y-4">
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-48 rounded-card" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  </div>
)

/** The time that is left of the checkout's lock. `last`: when the last lock has ended or will end, for people who stay on the page. */
export const HeldFor = ({ until, last }: { until: string | null; last: string | null }) => {
  const now = useNow(last !== null)
  const left = timeLeft(until, now)
  const isOver = timeLeft(last, now) === null
  return (
    (until ?? (last && isOver)) && (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Icon as={Clock} />
        {left ? (
          <span>
            Held for you for another <span className="font-semibold text-ink tabular-nums">{left}</span>
          </span>
        ) : (
          'The time for this checkout has run out. Nothing was paid, and you can still go on.'
        )}
      </p>
    )
  )
}

type PayProps = {
  label: string
  busy: boolean
  disabled: boolean
  problem: string | null
  onPay: () => void
  leave: ReactNode
}

const Problem = ({ problem }: Pick<PayProps, 'problem'>) => (
  <div role="alert" aria-label="What went wrong" className="mb-4 empty:hidden">
    {problem && <p className="rounded-card border border-danger bg-canvas px-5 py-4 text-sm text-danger">{problem}</p>}
  </div>
)

const PayButton = ({ label, busy, disabled, onPay }: Pick<PayProps, 'label' | 'busy' | 'disabled' | 'onPay'>) => (
  <Button size="lg" className="w-full" disabled={busy || disabled} aria-busy={busy} onClick={onPay}>
    {busy ? 'One moment…' : label}
  </Button>
)

const Terms = () => {
  const { site } = useShell()
  const terms = hostAddress(hostPages.terms(site.hostProduct), site.hostUrl)
  const words = `terms of ${site.hostProduct === 'text' ? BRAND.text : BRAND.products[site.hostProduct]}`
  return (
    <p className="text-xs text-muted">
      By pressing the button you agree to the{' '}
      {terms ? (
        <ExternalLink href={terms} className="underline">
          {words}
        </ExternalLink>
      ) : (
        words
      )}{' '}
      for your organization. What renews can be cancelled at any time under Billing; what is paid for lasts to the end of its
      period.
    </p>
  )
}

/** The error message, the button with the amount, and the terms, in a part of a page. */
export const PayPart = ({ leave, problem, ...button }: PayProps) => (
  <div className="space-y-4">
    <Problem problem={problem} />
    <PayButton {...button} />
    <Terms />
    {leave}
  </div>
)

/** Shown while the payment is processed. `way` is a button that leads to another page. */
export const Processing = ({ what, way }: { what: string; way: ReactNode }) => (
  <div role="status">
    <EmptyState icon={Hourglass} title="Your payment is being processed" action={way}>
      Nothing has failed: the answer takes longer than usual. You can leave this page. {what} as soon as the answer is there.
    </EmptyState>
  </div>
)
