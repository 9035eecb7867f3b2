import type { Cart } from '@marketplace/contracts/carts/schemas'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { counted } from '../../../ui/counted.ts'

/** For whom it is bought: those agents of the licence who are not suspended, by name once that is opened. */
export const CartAgents = ({ cart: { seats, agents } }: { cart: Pick<Cart, 'seats' | 'agents'> }) => {
  const { data } = useEndpoint('product', 'GET /agents')
  const names = new Map(data?.map(({ id, name }) => [id, name]))
  const using = [...new Set(agents.map(({ agent }) => names.get(agent)).filter((name) => name !== undefined))]
  return (
    <details className="mt-4 rounded-card border border-line bg-surface px-5 py-3 text-sm">
      <summary className="inline-flex min-h-8 list-none items-center rounded-xs underline underline-offset-4">
        For {counted(seats, 'agent')} of your license
      </summary>
      {using.length > 0 ? (
        <ul aria-label="Agents" className="mt-2 mb-1 flex flex-wrap gap-1.5">
          {using.map((name) => (
            <li key={name} className="rounded-full bg-sunken px-3 py-1">
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-muted">
          Everybody in your organization can use it once it is bought. You choose in My apps who does.
        </p>
      )}
    </details>
  )
}
