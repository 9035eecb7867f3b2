import { accountWith, endpoint } from '../core/endpoint.ts'
import { changes, limit, signedIn } from '../core/product-calls.ts'
import { applicationRulesBodySchema, applicationRulesSchema } from './schemas.ts'

export const getApplicationRules = endpoint({
  id: 'getApplicationRules',
  api: 'product',
  method: 'GET',
  path: '/organizations/my/rules',
  access: accountWith('installApplications', { client: 'marketplace' }),
  summary: 'The organization’s list of applications that it allows or blocks',
  ok: { description: 'The list', body: applicationRulesSchema },
  errors: [...signedIn, 'FORBIDDEN'],
})

/** Only owners may change the list, because it also applies to administrators. */
export const changeApplicationRules = endpoint({
  id: 'changeApplicationRules',
  api: 'product',
  method: 'PUT',
  path: '/organizations/my/rules',
  access: accountWith('manageOrganization', { client: 'marketplace' }),
  summary: 'Sets the list. What is installed stays installed',
  body: applicationRulesBodySchema,
  ok: { description: 'The list as it is now', body: applicationRulesSchema },
  errors: [...changes, 'INVALID_PARAMETERS', 'FORBIDDEN', 'APPLICATION_NOT_FOUND', 'RULES_CHANGED'],
  limit,
})
