import type { EstateCosts } from '@marketplace/contracts/estate/schemas'
import { formatMonth } from '@marketplace/domain/dates'
import { formatDollars } from '@marketplace/domain/pricing'
import { Card } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Stat, Stats } from '../../kit/Stat.tsx'
import { Money } from '../buying/amounts.tsx'

/** The months as bars. The table below them contains the amounts. */
const Months = ({ months }: Pick<EstateCosts, 'months'>) => {
  const most = Math.max(...months.map(({ amount }) => amount), 1)
  return (
    <details className="mt-4 border-t border-line pt-2 text-sm">
      <summary className="inline-flex min-h-8 list-none items-center rounded-xs underline underline-offset-4">
        Month by month
      </summary>
      <table className="mt-2 w-full max-w-lg">
        <caption className="sr-only">What falls due in each month, before tax</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row" className="w-24 py-1 pe-3 text-start font-normal whitespace-nowrap text-muted">
                {formatMonth(new Date(`${month}-01T00:00:00Z`))}
              </th>
              <td className="py-1">
                <span className="flex items-center gap-3">
                  <span className="block h-2 grow rounded-full bg-sunken" aria-hidden>
                    <span className="block h-2 rounded-full bg-accent" style={{ width: `${(amount / most) * 100}%` }} />
                  </span>
                  <Money cents={amount} className="w-20 text-end" />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The total cost of all applications. */
export const CostStrip = () => (
  <Card className="mb-6 p-5">
    <h2 className="sr-only">Cost</h2>
    <Loaded
      query={useEndpoint('product', 'GET /organizations/my/costs')}
      failed="The costs couldn't be loaded"
      waiting={<Skeleton className="h-16" />}
    >
      {({ monthly, from_trials: trials, next_12_months: year, months, not_installed: other, unused }) => (
        <>
          <Stats>
            <Stat
              label="A month"
              value={formatDollars(monthly)}
              note={other > 0 ? `${formatDollars(other)} of it for what is not installed` : 'Before tax'}
            />
            <Stat label="Next 12 months" value={formatDollars(year)} note="What falls due, before tax" />
            <Stat
              label="From trials"
              value={formatDollars(trials)}
              note={trials > 0 ? 'More a month once they end' : 'Nothing is in trial'}
            />
            <Stat
              label="Paid and unused"
              value={formatDollars(unused.monthly)}
              note={
                unused.applications > 0 ? `A month, for ${unused.applications} unused for 30 days` : 'Everything paid is used'
              }
            />
          </Stats>
          {year > 0 && <Months months={months} />}
        </>
      )}
    </Loaded>
  </Card>
)
