import { readStored, store } from './storage.ts'

const PATHS = {
  expert_id: '/api/v2/partners/experts/visits',
  prospect_id: '/api/v2/partners/experts_prospects_marketplace/visits',
}

type Visited = { expert_id: string } | { prospect_id: string }

/** Reports that a visitor looks at an expert or a prospect, once in each tab. Nothing waits for it, and a failure is nobody's concern. */
export const reportVisit = (visited: Visited): void => {
  const [field, id] = Object.entries(visited)[0] as [keyof typeof PATHS, string]
  const key = `visited ${field} ${id}`
  if (readStored('sessionStorage', key) !== null) return
  store('sessionStorage', key, '1')
  const body = JSON.stringify({ [field]: id, visited_at: new Date().toISOString() })
  const headers = { 'content-type': 'application/json' }
  // It goes on when the visitor does.
  fetch(PATHS[field], { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(() => {})
}
