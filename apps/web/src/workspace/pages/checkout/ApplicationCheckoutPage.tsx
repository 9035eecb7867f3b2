import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Application } from '@marketplace/contracts/catalogue/schemas'
import { CART_TEXTS, CHARGE_TEXTS } from '@marketplace/contracts/carts/texts'
import type { ErrorCode } from '@marketplace/contracts/core/errors'
import { buyingPaths } from '@marketplace/contracts/pages/buying-paths'
import { seatPrice } from '@marketplace/domain/buying/tiers'
import { formatDollars, planPriceText } from '@marketplace/domain/pricing'
import { CircleAlert } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { SignedIn } from '../../kit/SignedIn.tsx'
import { tellApplication } from '../../../lib/host/tell-application.ts'
import { markInstalled } from '../../../lib/installs.ts'
import { useOneRun } from '../../../lib/use-one-run.ts'
import { tellInstalls } from '../../../lib/installs-news.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Field } from '../../../ui/Field.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Select } from '../../../ui/Select.tsx'
import { failureWords } from '../../data/failure-words.ts'
import { CREATES } from '../../data/query-client.ts'
import { call, useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, useScreen } from '../../kit/Page.tsx'
import { CouponField } from '../buying/CouponField.tsx'
import { isRefusal, showFailure } from '../buying/cart-failure.ts'
import { tellPaid } from '../../../lib/purchases/tell-charge.ts'
import { readCharge } from './charge-calls.ts'
import { ChargePayment } from './ChargePayment.tsx'
import { ChargeSums } from './ChargeSums.tsx'
import { checkoutWaiting, Processing } from './CheckoutFrame.tsx'
import { type Charge, chargeStatus, typeOf } from '../../../lib/purchases/charge-status.ts'
import { usePolledCharge } from './use-polled-charge.ts'

const PUBLISHED = 'GET /applications/{slug}/published'

/** The charge for a plan: the pending one, or a new one. Creating a charge does not mean that the buyer agrees to it. */
const planCharge = (id: string, planId: string, coupon: string | null) =>
  queryOptions({
    queryKey: ['product', 'plan charge', id, planId, coupon],
    queryFn: async (): Promise<Charge> => {
      const { type: _, ...charge } = await call('product', 'POST /applications/{id}/create-charge', {
        params: { id },
        body: { plan_id: planId, ...(coupon !== null && { coupon }) },
      })
      return charge
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: CREATES,
  })

/** The price of a plan for one agent if three more agents used it, because a larger number may reach a cheaper tier. */
const priceOfThreeMore = ({ plans, payment }: Application, planId: string, { price, quantity }: Charge): number => {
  const plan = plans.find(({ id }) => id === planId)
  return plan ? seatPrice(plan.price.total, quantity + 3, payment?.tiersPricingConfig ?? null) : price
}

const COUPON_REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'COUPON_NOT_FOUND',
  'COUPON_EXPIRED',
  'COUPON_USED_UP',
  'TOTAL_TOO_SMALL',
])

const pathOf = ({ slug, customProps }: Application): string =>
  customProps.isService === 'true' ? paths.service(slug) : paths.underApps(slug)

type PlanProps = {
  application: Application
  planId: string
  coupon: string | null
  onCoupon: (coupon: string | null) => void
}

const PlanCheckout = ({ application, planId, coupon, onCoupon }: PlanProps) => {
  const { id, slug, name, product, payment, plans } = application
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [, setSearch] = useSearchParams()
  const asked = planCharge(id, planId, coupon)
  const created = useQuery(asked)
  const { busy, once } = useOneRun()
  const account = useEndpoint('billing', 'GET /account')
  const { charge, set } = usePolledCharge(created.data, product)
  const refresh = async (outdated: Charge) => {
    const after = await readCharge(product, outdated)
    // An accepted charge is not offered again. If only its tax has changed, it can still be paid.
    const isPayable = after.status === 'accepted' && after.taxes.total_price !== outdated.taxes.total_price
    if (!isPayable) void queries.invalidateQueries({ queryKey: ['product', PUBLISHED] })
    const next = isPayable ? after : await queries.fetchQuery({ ...asked, staleTime: 0 })
    set(next)
    return next
  }
  const status = charge && chargeStatus(charge)
  const told = useRef(false)
  useEffect(() => {
    if (status !== 'paid' || told.current) return
    told.current = true
    markInstalled(id, true)
    tellInstalls()
    if (charge && tellPaid({ id: charge.id, type: typeOf(charge) }, application)) tellApplication('app_installed', application)
    void navigate(buyingPaths.thanks(slug), { replace: true })
  }, [status, charge, application, id, slug, navigate])
  // A coupon that was accepted can be used up meanwhile, or be too much for another plan.
  if (coupon !== null && isRefusal(created.error) && COUPON_REFUSALS.has(created.error.code))
    return (
      <EmptyState
        icon={CircleAlert}
        title={`The coupon ${coupon} cannot be used`}
        action={<Button onClick={() => onCoupon(null)}>Go on without it</Button>}
      >
        {failureWords(created.error).reason}
      </EmptyState>
    )
  if (isRefusal(created.error))
    return (
      <EmptyState
        icon={CircleAlert}
        title={`${name} cannot be bought`}
        action={<ButtonLink to={pathOf(application)}>Go to {name}</ButtonLink>}
      >
        {failureWords(created.error).reason}
      </EmptyState>
    )
  const isOnce = plans.find((plan) => plan.id === planId)?.billingCycle === 'pay-once'
  /** Shows the charge with this coupon or none. Those before were withdrawn, so it is asked for anew. */
  const change = async (code: string | null) => {
    const next = await queries.fetchQuery({ ...planCharge(id, planId, code), staleTime: 0 })
    set(next)
    onCoupon(next.coupon)
    return next.coupon !== null
  }
  const coupons = {
    busy,
    add: (code: string, { added, failed }: { added: (isThere: boolean) => void; failed: (error: unknown) => void }) =>
      void once(async () => added(await change(code)), failed),
    remove: () =>
      void once(
        async () => void (await change(null)),
        (error) => showFailure(error, CART_TEXTS.updateFailed),
      ),
  }
  const choose = (plan: string) => setSearch((before) => ({ ...Object.fromEntries(before), plan }), { replace: true })
  return (
    <Loaded
      query={{ ...created, data: charge }}
      failed={CHARGE_TEXTS[isOnce ? 'direct_charge' : 'recurrent_charge'].notCreated}
      waiting={checkoutWaiting}
    >
      {(now) =>
        status === 'running' && !now.can.activate ? (
          <Processing what={`${name} is bought`} way={<ButtonLink to={pathOf(application)}>Go to {name}</ButtonLink>} />
        ) : (
          <ChargePayment
            charge={now}
            product={product}
            account={account}
            cardRequired={payment?.creditCardRequired ?? true}
            changing={coupons.busy}
            summary={
              <>
                <div className="mb-4 flex items-center gap-3">
                  <IconTile icon={applicationIcon(application)} size="card" />
                  <p className="min-w-0 font-semibold">{name}</p>
                </div>
                {plans.length > 1 && (
                  <Field label="Plan" className="mb-3">
                    {(control) => (
                      <Select
                        {...control}
                        value={planId}
                        onChange={(event) => choose(event.target.value)}
                        options={plans.map((plan) => ({
                          value: plan.id,
                          label: `${plan.name} · ${planPriceText({ ...plan, price: plan.price.total }).text}`,
                        }))}
                      />
                    )}
                  </Field>
                )}
                <div className="mb-4">
                  <CouponField
                    coupon={
                      now.coupon === null
                        ? null
                        : {
                            code: now.coupon,
                            worth:
                              now.discount > 0
                                ? `${formatDollars(now.discount)} off the first payment`
                                : 'Nothing is due in the trial',
                          }
                    }
                    changeable={chargeStatus(now) !== 'paid'}
                    busy={coupons.busy}
                    onAdd={coupons.add}
                    onRemove={coupons.remove}
                  />
                </div>
                <ChargeSums charge={now} threeMore={priceOfThreeMore(application, planId, now)} />
              </>
            }
            onCharge={async (after) => {
              // A charge that has ended cannot be paid. The next try gets a new charge, and the button stays busy until it is created.
              if (['over', 'ended', 'failed'].includes(chargeStatus(after))) await queries.invalidateQueries(asked)
              else set(after)
            }}
            onAddress={async () => set(await readCharge(product, now))}
            onOutdated={() => refresh(now)}
            leave={
              <ButtonLink to={pathOf(application)} variant="quiet" className="w-full">
                Back without paying
              </ButtonLink>
            }
          />
        )
      }
    </Loaded>
  )
}

/** It does not depend on what else becomes known about the person. */
const Checkout = memo(function Checkout({ slug }: { slug: string }) {
  const application = useEndpoint('product', PUBLISHED, { params: { slug } })
  const [search] = useSearchParams()
  const [coupon, setCoupon] = useState<string | null>(null)
  return (
    <Loaded query={application} failed="App details couldn't be loaded" waiting={checkoutWaiting}>
      {(found) => {
        const asked = found.plans.find(({ id }) => id === search.get('plan')) ?? found.plan ?? found.plans[0]
        if (!asked)
          return (
            <EmptyState
              icon={CircleAlert}
              title={`${found.name} is not sold here`}
              action={<ButtonLink to={pathOf(found)}>Go to {found.name}</ButtonLink>}
            >
              Its page says how it can be had.
            </EmptyState>
          )
        return <PlanCheckout key={asked.id} application={found} planId={asked.id} coupon={coupon} onCoupon={setCoupon} />
      }}
    </Loaded>
  )
})

/** The checkout of one application. */
export const ApplicationCheckoutPage = () => {
  const { slug = '' } = useParams()
  return (
    <Page screen={useScreen()}>
      <SignedIn what="Sign in to buy for your organization." waiting={checkoutWaiting}>
        {() => <Checkout slug={slug} />}
      </SignedIn>
    </Page>
  )
}
