import type { Agent, InstalledApplication } from '@marketplace/contracts/installs'
import { useState } from 'react'
import { tellInstalls } from '../../lib/installs-news.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useAction } from '../../lib/use-action.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../lib/toasts.ts'
import { changeFailure } from './install-texts.ts'

type Props = { application: InstalledApplication; onClose: () => void; onDone: () => void }

const ACCOUNTS_FAILED = "Cannot fetch list of organization's accounts."
const choice = 'flex min-h-11 items-center gap-3 rounded-sm px-2 hover:bg-hover'

const People = ({ agents, chosen, toggle }: { agents: Agent[]; chosen: ReadonlySet<string>; toggle: (id: string) => void }) => (
  <ul aria-label="People" className="mt-2 max-h-64 overflow-y-auto border-t border-line pt-2">
    {agents.map(({ id, name, email, suspended }) => (
      <li key={id}>
        <label className={choice}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} className="size-4 accent-current" />
          {name}
          {suspended && ' (suspended)'}
          <span className="ms-auto min-w-0 truncate text-xs text-muted">{email}</span>
        </label>
      </li>
    ))}
  </ul>
)

/** Who in the organization may use an installed application: everybody, or those who are chosen. */
export const AgentsDialog = ({ application: { id, name, agents: before }, onClose, onDone }: Props) => {
  const [some, setSome] = useState(before !== null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before))
  const { loaded, reload } = useLoaded('agents', async () => (await openedSession()).product('GET /agents'))
  const toggle = (agent: string) =>
    setChosen(chosen.has(agent) ? new Set([...chosen].filter((other) => other !== agent)) : new Set([...chosen, agent]))
  const { busy, run: save } = useAction(async () => {
    const { product } = await openedSession()
    await product('PUT /applications/{id}/agents', { params: { id }, body: { agents: some ? [...chosen] : null } })
    tellInstalls()
    showToast('Saved.')
    onClose()
    onDone()
  }, changeFailure)
  return (
    <Modal
      open
      onClose={onClose}
      title={`Who uses ${name}?`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={save} disabled={busy || loaded.status !== 'loaded'} aria-busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <fieldset>
        <legend className="sr-only">Who may use it</legend>
        <label className={choice}>
          <input type="radio" name="agents" checked={!some} onChange={() => setSome(false)} className="size-4 accent-current" />
          Everybody in your organization
        </label>
        <label className={choice}>
          <input type="radio" name="agents" checked={some} onChange={() => setSome(true)} className="size-4 accent-current" />
          Only these
        </label>
      </fieldset>
      {some && loaded.status === 'loading' && <Skeleton className="mt-3 h-24" />}
      {loaded.status === 'failed' && (
        <p role="alert" className="mt-3 text-danger">
          {ACCOUNTS_FAILED}{' '}
          <button type="button" onClick={reload} className="underline underline-offset-4">
            Try again
          </button>
        </p>
      )}
      {some && loaded.status === 'loaded' && <People agents={loaded.value} chosen={chosen} toggle={toggle} />}
    </Modal>
  )
}
