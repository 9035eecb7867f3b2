import type { ChargeChangePreview } from '@marketplace/contracts/charges/schemas'
import { formatDollars } from '@marketplace/domain/pricing'
import { MAX_QUANTITY } from '@marketplace/domain/buying/quote'
import { periodName } from '@marketplace/domain/buying/terms'
import { formatInstant } from '@marketplace/domain/dates'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { AmountLine } from '../buying/amounts.tsx'
import { eachText, subscribedText } from './change-texts.ts'

export type Wanted = { planId: string; quantity: number }

const planLabel = ({ name, price, billingCycle, pricingType }: ChargeChangePreview['plans'][number]): string =>
  `${name}: ${formatDollars(price.total)} each ${periodName(billingCycle === 'pay-yearly' ? 12 : 1)}${pricingType === 'per-agent' ? ' and agent' : ''}`

type FormProps = { preview: ChargeChangePreview; wanted: Wanted; busy: boolean; onChange: (wanted: Wanted) => void }

/** The fields for another plan and another number of agents. */
export const ChangeFields = ({ preview: { plans, after, three_more: more }, wanted, busy, onChange }: FormProps) => (
  <Card as="section" className="space-y-5 p-6 text-sm">
    <h2 className="text-lg font-semibold">What it should be</h2>
    {plans.length > 1 && (
      <Field label="Plan">
        {(control) => (
          <Select
            {...control}
            disabled={busy}
            value={wanted.planId}
            onChange={({ target }) => onChange({ ...wanted, planId: target.value })}
            options={plans.map((plan) => ({ value: plan.id, label: planLabel(plan) }))}
          />
        )}
      </Field>
    )}
    {after.per_account && (
      <Field
        label="Agents"
        {...(more && {
          hint: `Three more agents would add ${formatDollars(more.each)} each ${periodName(after.months)}${more.now > 0 ? `, and ${formatDollars(more.now)} now` : ''}.`,
        })}
      >
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={MAX_QUANTITY}
              disabled={busy}
              value={wanted.quantity}
              onChange={({ target }) => {
                const quantity = Math.round(Number(target.value))
                if (quantity >= 1 && quantity <= MAX_QUANTITY) onChange({ ...wanted, quantity })
              }}
              className="min-h-10 w-28 rounded-control border border-control bg-surface px-3 text-sm tabular-nums"
            />
            <Button
              variant="secondary"
              disabled={busy || wanted.quantity + 3 > MAX_QUANTITY}
              onClick={() => onChange({ ...wanted, quantity: wanted.quantity + 3 })}
            >
              3 more agents
            </Button>
          </div>
        )}
      </Field>
    )}
  </Card>
)

/** The subscription before and after the change, the amount that is charged now, and the amount from the next renewal on. */
export const ChangeSums = ({ preview: { before, after, begins, now, next, tax } }: { preview: ChargeChangePreview }) => (
  <section aria-label="What it costs" className="text-sm">
    <dl className="grid gap-4 sm:grid-cols-2">
      {[
        { name: 'Before', state: before },
        { name: 'After', state: begins === 'never' ? next : after },
      ].map(({ name, state }) => (
        <div key={name} className="rounded-card border border-line px-4 py-3">
          <dt className="text-xs text-muted">{name}</dt>
          <dd>
            <span className="block font-semibold">{subscribedText(state)}</span>
            <span className="block text-muted">{eachText(state)}, tax included</span>
          </dd>
        </div>
      ))}
    </dl>
    <dl className="mt-5">
      {now.full > 0 && <AmountLine label="The rest of this period" cents={now.full} />}
      {now.credit > 0 && (
        <AmountLine
          label={now.net > 0 ? 'Paid for it already' : 'Paid already, or too little to charge'}
          cents={now.credit}
          minus
        />
      )}
      {now.tax > 0 && <AmountLine label={`${tax.name}, ${tax.rate} %`} cents={now.tax} />}
      <AmountLine label="Now" cents={now.total} strong />
      <AmountLine
        label={`From ${formatInstant(next.at)}`}
        cents={next.each.total}
        strong
        note={`${subscribedText(next)}, ${eachText(next)}`}
      />
    </dl>
  </section>
)
