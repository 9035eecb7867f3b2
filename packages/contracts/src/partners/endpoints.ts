import { z } from 'zod'
import { ANYONE, endpoint } from '../core/endpoint.ts'
import { expertSchema, prospectSchema } from './schemas.ts'
import { idParameter } from '../core/product-calls.ts'

export const listExperts = endpoint({
  id: 'listExperts',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_marketplace',
  access: ANYONE,
  summary: 'Every partner expert, the recommended ones first',
  ok: { description: 'Experts', body: z.array(expertSchema) },
})

export const getExpert = endpoint({
  id: 'getExpert',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_marketplace/{id}',
  access: ANYONE,
  summary: 'One partner expert with its verified testimonials',
  params: z.object({ id: idParameter }),
  ok: { description: 'The expert', body: expertSchema },
  errors: ['EXPERT_NOT_FOUND'],
})

export const listProspects = endpoint({
  id: 'listProspects',
  api: 'product',
  method: 'GET',
  path: '/partners/experts_prospects_marketplace/all',
  access: ANYONE,
  summary: 'Experts who are not in the program yet',
  query: z.object({
    unclaimed: z.enum(['true', 'false']).optional().meta({ description: 'true: only prospects that nobody has claimed' }),
  }),
  ok: { description: 'Prospects', body: z.object({ result: z.array(prospectSchema) }) },
  errors: ['INVALID_PARAMETERS'],
})
