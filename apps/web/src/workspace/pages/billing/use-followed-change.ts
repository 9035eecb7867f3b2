import { useQueryClient } from '@tanstack/react-query'
import { PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import type { ChargeChangePreview } from '@marketplace/contracts/charges/schemas'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isCode } from '../../../lib/is-code.ts'
import { showToast } from '../../../lib/toasts.ts'
import { isChanged } from './change-texts.ts'
import { chargesQuery, MOST_LOOKS } from './charges.ts'

type Asked = { error: unknown; errorUpdateCount: number }

/** Whether a preview is asked for again soon, because the payment of a change is under way. */
export const isFollowed = ({ error, errorUpdateCount }: Asked): boolean =>
  isCode(error, 'PAYMENT_RUNNING') && errorUpdateCount < MOST_LOOKS

/**
 * Follows the payment of a change until it has ended, at most MOST_LOOKS times: the server refuses previews until then. Says how a change
 * of this screen went.
 */
export const useFollowedChange = ({ id }: { id: string }, asked: Asked & { data: unknown }) => {
  const queries = useQueryClient()
  // Without data, a query has no error while it is asked again.
  const isAsked = asked.data === undefined && asked.error === null && asked.errorUpdateCount > 0
  const isRunning = isAsked || isCode(asked.error, 'PAYMENT_RUNNING')
  const wasRunning = useRef(false)
  const started = useRef<ChargeChangePreview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const tellEnd = useEffectEvent(async () => {
    const change = started.current
    started.current = null
    const { recurrent } = await queries.fetchQuery({ ...chargesQuery, staleTime: 0 })
    const now = recurrent.find((charge) => charge.id === id)
    if (!change || !now) return
    if (isChanged(change, { ...now, payment: 'done' })) showToast('Your subscription is changed.')
    else setProblem(`${PAYMENT_TEXTS.cardRefused} Nothing has changed.`)
  })
  useEffect(() => {
    if (wasRunning.current && !isRunning) tellEnd().catch(() => {})
    wasRunning.current = isRunning
  }, [isRunning])
  const onStarted = (change: ChargeChangePreview) => {
    setProblem(null)
    started.current = change
  }
  return { isRunning, isSlow: isRunning && asked.errorUpdateCount >= MOST_LOOKS, problem, onStarted }
}
