import type { Route } from './call.ts'
import { CUSTOMERS } from './customers.ts'
import { PAYMENT_INTENTS } from './payment-intents.ts'
import { REFUNDS } from './refunds.ts'
import { SETUP_INTENTS } from './setup-intents.ts'

const ROUTES: readonly (Route & { pattern: RegExp })[] = [...CUSTOMERS, ...SETUP_INTENTS, ...PAYMENT_INTENTS, ...REFUNDS].map(
  (route) => ({ ...route, pattern: new RegExp(`^${route.path.replace(':id', '([A-Za-z0-9_]{1,100})')}$`) }),
)

export const findRoute = (method: string, path: string): { route: Route; id: string } | null => {
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match) return { route, id: match[1] ?? '' }
  }
  return null
}
