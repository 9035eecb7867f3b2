import { z } from 'zod'
import { ANYONE, endpoint } from '../core/endpoint.ts'
import { ratingSummarySchema } from './schemas.ts'
import { idParameter } from '../core/product-calls.ts'

export const getRatingSummary = endpoint({
  id: 'getRatingSummary',
  api: 'product',
  method: 'GET',
  path: '/feedback/rate/application/{id}',
  access: ANYONE,
  summary: 'How a published application is rated, and its verified reviews, the newest first',
  params: z.object({ id: idParameter }),
  ok: { description: 'The summary', body: ratingSummarySchema },
  errors: ['APPLICATION_NOT_FOUND'],
})
