import type { Cart } from '@marketplace/contracts/carts/schemas'
import { CART_TEXTS, MOST_CART_AGENTS } from '@marketplace/contracts/carts/texts'
import { useState } from 'react'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/Button.tsx'
import { counted, grouped } from '../../../ui/counted.ts'
import { call, useEndpoint } from '../../data/use-endpoint.ts'
import { CheckList, Choices } from '../../kit/choices.tsx'
import { SideSheet } from '../../kit/SideSheet.tsx'
import { failureText } from '../buying/cart-failure.ts'
import { forNobody } from '../buying/cart-notes.ts'

type Props = { cart: Cart; onChange: (cart: Cart) => void }
type SheetProps = Props & { onClose: () => void }

const AgentsSheet = ({ cart, onChange, onClose }: SheetProps) => {
  const { data } = useEndpoint('product', 'GET /agents')
  const [only, setOnly] = useState(cart.agentsChosen)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(cart.agentsChosen ? cart.agents.map(({ agent }) => agent) : []),
  )
  const { busy, run } = useAction(
    async () => {
      const agents = only ? [...chosen] : null
      const after = await call('product', 'PUT /products-carts/{id}/agents', { params: { id: cart.id }, body: { agents } })
      onChange(after)
      onClose()
    },
    (error) => failureText(error, CART_TEXTS.updateFailed),
  )
  const people = (data ?? []).filter(({ suspended }) => !suspended)
  return (
    <SideSheet
      open
      onClose={onClose}
      title="Who will use it?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={busy || (only && (chosen.size === 0 || chosen.size > MOST_CART_AGENTS))}
            aria-busy={busy}
            onClick={() => void run()}
          >
            Save
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">
        It changes nothing of the price, which counts the {counted(cart.seats, 'agent')} of your license. You can change it in My
        apps later.
      </p>
      <Choices
        legend="Who will use it"
        name="agents"
        choices={[
          { label: 'Everybody', chosen: !only, choose: () => setOnly(false) },
          { label: 'Only these people', chosen: only, choose: () => setOnly(true) },
        ]}
      />
      <p role="status" className="text-sm text-warning empty:hidden">
        {only &&
          chosen.size > MOST_CART_AGENTS &&
          `${grouped(chosen.size)} people are chosen. Choose at most ${grouped(MOST_CART_AGENTS)}, or everybody.`}
      </p>
      {only && (
        <CheckList
          label="People"
          entries={people.map(({ id, name, email }) => ({ id, label: name, note: email }))}
          chosen={chosen}
          onChange={(next) => setChosen(new Set(next))}
        />
      )}
    </SideSheet>
  )
}

/** The choice of the agents who will use the bought applications. It is possible while the cart is open. */
export const CartAgents = ({ cart, onChange }: Props) => {
  const [open, setOpen] = useState(false)
  const { seats, agents, agentsChosen, can } = cart
  const many = new Set(agents.map(({ agent }) => agent)).size
  const unused = forNobody(cart)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-5 py-3 text-sm">
      <p>
        For {counted(seats, 'agent')} of your license.{' '}
        <span className="text-muted">
          {agentsChosen ? `${counted(many, 'agent')} will use it.` : 'Everybody will be able to use it.'}
        </span>
        {unused.length > 0 && (
          <span className="block text-warning">None of the chosen agents will be able to use {unused.join(', ')}.</span>
        )}
      </p>
      {can.change && (
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          Choose who will use it
        </Button>
      )}
      {open && <AgentsSheet cart={cart} onChange={onChange} onClose={() => setOpen(false)} />}
    </div>
  )
}
