import { UNINSTALL_WAIT_MS } from '@marketplace/contracts/accounts/session'
import type { Product } from '@marketplace/contracts/core/enumerations'
import type { UninstallReceipt } from '@marketplace/contracts/installs/receipt-schemas'
import { useState } from 'react'
import { tellApplication } from '../../lib/host/tell-application.ts'
import { markInstalled } from '../../lib/installs.ts'
import { tellInstalls } from '../../lib/installs-news.ts'
import { track } from '../../lib/signals.ts'
import { openedSession } from '../../lib/session/start.ts'
import { useAction } from '../../lib/use-action.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { showToast } from '../../lib/toasts.ts'
import { usePaidNote } from './use-paid-note.ts'
import { isCode } from '../../lib/is-code.ts'
import { assertDone, DEACTIVATED, UNINSTALLED, uninstallFailure } from './install-texts.ts'

type Props = {
  application: { id: string; slug: string; name: string; service: boolean; product: Product }
  open: boolean
  onClose: () => void
  /**
   * Called after the uninstall, with its receipt. After a failure it is called without a receipt, because the state has to be loaded again.
   */
  onDone: (receipt?: UninstallReceipt) => void
}

const MOST_LETTERS = 1000

/** Asks for a reason and uninstalls. The success is confirmed after UNINSTALL_WAIT_MS. */
export const UninstallDialog = ({ application, open, onClose, onDone }: Props) => {
  const { id, name, service, product: of } = application
  const [reason, setReason] = useState('')
  const { busy, run } = useAction(
    async () => {
      const { product } = await openedSession()
      const answer = await product('DELETE /applications/{id}/install', { params: { id }, body: { reason } })
      assertDone(answer, 'uninstalled')
      tellInstalls()
      track('uninstall', { application: id, detail: reason.trim() ? 'reason' : 'no-reason' })
      tellApplication('app_removed', application)
      await new Promise((resolve) => setTimeout(resolve, UNINSTALL_WAIT_MS))
      markInstalled(id, false)
      showToast(service ? DEACTIVATED : UNINSTALLED)
      setReason('')
      onClose()
      onDone(answer.receipt)
    },
    (error) => {
      if (isCode(error, 'NOT_INSTALLED')) {
        markInstalled(id, false)
        onClose()
      }
      onDone()
      return uninstallFailure(error)
    },
  )
  const paid = usePaidNote(id, of, name, open)
  const verb = service ? 'Deactivate' : 'Uninstall'
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={`${verb} ${name}?`}
      loses="It loses its access to your data at once, for everybody in your organization. What it keeps on its own side is its developer’s to delete."
      keep="Keep it"
      confirm={verb}
      busy={busy}
      onConfirm={run}
    >
      {paid && <p className="mb-4 font-semibold">{paid}</p>}
      <Field label="Why?" hint="Its developer reads this. You may leave it empty.">
        {(control) => (
          <textarea
            {...control}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={MOST_LETTERS}
            rows={3}
            className="w-full rounded-control border border-control bg-surface px-3 py-2 text-sm"
          />
        )}
      </Field>
    </Confirm>
  )
}
