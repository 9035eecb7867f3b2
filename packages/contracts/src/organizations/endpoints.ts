import { z } from 'zod'
import { ACCOUNT, endpoint } from '../core/endpoint.ts'
import { agentSchema, licenseSchema, subscriptionsSchema } from './schemas.ts'
import { signedIn } from '../core/product-calls.ts'

export const listAgents = endpoint({
  id: 'listAgents',
  api: 'product',
  method: 'GET',
  path: '/agents',
  access: ACCOUNT,
  summary: 'The people of the organization',
  ok: { description: 'Agents by name', body: z.array(agentSchema) },
  errors: signedIn,
})

export const getLicense = endpoint({
  id: 'getLicense',
  api: 'product',
  method: 'GET',
  path: '/licenses/my',
  access: ACCOUNT,
  summary: 'The organization’s licence of the product that the address stands for',
  ok: { description: 'The licence', body: licenseSchema },
  errors: [...signedIn, 'NOT_FOUND'],
})

export const listSubscriptions = endpoint({
  id: 'listSubscriptions',
  api: 'billing',
  method: 'GET',
  path: '/subscriptions',
  access: ACCOUNT,
  summary: 'The state of the organization’s subscription of each product',
  ok: { description: 'Subscriptions; null for a product that is not assigned', body: subscriptionsSchema },
  errors: signedIn,
})
