// Answers of the accounts server's API. The published sign-in SDK reads them, so names and shapes are fixed: docs/product/apis.md, Answers.
import { z } from 'zod'
import { id, instant } from '../core/fields.ts'
import { PRODUCTS } from '../core/enumerations.ts'
import { REGIONS, ROLES } from '../core/roles.ts'

export const roleSchema = z
  .object({
    role_id: z.string().meta({ description: 'product.role' }),
    product: z.enum(PRODUCTS),
    role: z.enum(ROLES),
    type: z.enum(['owner', 'administrator', 'agent']).meta({ description: 'The wider group that the role belongs to' }),
    predefined: z.boolean(),
  })
  .meta({ id: 'Role' })

const suspension = z.object({ suspended: z.boolean() })

export const accountSchema = z
  .object({
    account_id: id,
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    default_product: z.enum(PRODUCTS),
    default_organization_id: id,
    avatar_url: z.string().nullable(),
    roles: z.array(roleSchema),
    properties: z.object({
      active: z.boolean(),
      mfa: z.boolean(),
      avatar_url: z.string().nullable(),
      livechat: suspension.nullable(),
      helpdesk: suspension.nullable(),
    }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Account' })

export type Account = z.output<typeof accountSchema>

export const organizationSchema = z
  .object({
    organization_id: id,
    name: z.string(),
    region: z.enum(REGIONS),
    roles: z.array(roleSchema).meta({ description: "The caller's own roles" }),
  })
  .meta({ id: 'Organization' })

export const ghostSchema = z
  .object({
    access_token: z.string(),
    expires_in: z.int(),
    account: z.object({ account_id: id, name: z.string(), email: z.string() }),
    url: z.string().meta({ description: 'Opens the storefront as that account, after one confirmation' }),
  })
  .meta({ id: 'GhostLogin' })
