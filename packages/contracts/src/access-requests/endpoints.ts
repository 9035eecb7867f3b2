import { z } from 'zod'
import { ACCOUNT, endpoint } from '../core/endpoint.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import { done } from '../core/accounts-calls.ts'
import { signedIn } from '../core/product-calls.ts'

export const requestInvitation = endpoint({
  id: 'requestInvitation',
  api: 'accounts',
  method: 'POST',
  path: '/accounts/me/send_request_for_invitation',
  access: ACCOUNT,
  summary: 'Asks the administrators of the licence to install an application, or for access to a product',
  body: z.object({ product: z.enum(PRODUCTS), application_id: z.string().min(1).max(100).optional() }),
  ok: done,
  errors: [
    ...signedIn,
    'INVALID_PARAMETERS',
    'APPLICATION_NOT_FOUND',
    'ACCESS_REQUEST_NOT_NEEDED',
    'ACCESS_REQUEST_IMPOSSIBLE',
    'ALREADY_INSTALLED',
    'TOO_MANY_REQUESTS',
  ],
  limit: { max: 10, windowSeconds: 60 },
})
