import type { CallInput } from '@marketplace/contracts/api/client'
import { productAddress } from './product-address.ts'
import { readStored, store } from './storage.ts'

const PATHS = {
  expert_id: '/partners/experts/visits',
  prospect_id: '/partners/experts_prospects_marketplace/visits',
} as const

type ExpertVisit = CallInput<'product', `POST ${(typeof PATHS)['expert_id']}`>['body']
type ProspectVisit = CallInput<'product', `POST ${(typeof PATHS)['prospect_id']}`>['body']
type Visited = Omit<ExpertVisit, 'visited_at'> | Omit<ProspectVisit, 'visited_at'>

/** Reports a visit of an expert or a prospect, once in each tab. Nothing waits for it, and failures are ignored. */
export const reportVisit = (visited: Visited): void => {
  const [field, id] = Object.entries(visited)[0] as [keyof typeof PATHS, string]
  const key = `visited ${field} ${id}`
  if (readStored('sessionStorage', key) !== null) return
  store('sessionStorage', key, '1')
  const visit = { ...visited, visited_at: new Date().toISOString() } satisfies ExpertVisit | ProspectVisit
  const body = JSON.stringify(visit)
  const headers = { 'content-type': 'application/json' }
  // keepalive: the request outlives the page.
  fetch(productAddress(PATHS[field]), { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(() => {})
}
