import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { PRODUCTS } from './enumerations.ts'

/** An id in a request. */
export const idParameter = z.string().min(1).max(100)

export const params = z.object({ id: idParameter })

export const ofProduct = z.object({ product: z.enum(PRODUCTS).optional() })

export const signedIn: readonly ErrorCode[] = ['UNAUTHORIZED', 'TOKEN_INVALID', 'MISDIRECTED_REQUEST']

export const changes: readonly ErrorCode[] = [...signedIn, 'TOO_MANY_REQUESTS']

/** Why an organization cannot buy an application, by cart or by charge. */
export const buyRefusals: readonly ErrorCode[] = [
  'ALREADY_BOUGHT',
  'OWN_APPLICATION',
  'OWN_SERVICE',
  'APPLICATION_NOT_ALLOWED',
  'UNDER_MAINTENANCE',
  'NOT_INSTALLABLE',
  'INSTALL_NOT_ALLOWED',
  'INSTALL_OWNER_ONLY',
  'INSTALL_NEEDS_BILLING',
  'INSTALL_NEEDS_SCOPES',
  'PLAN_TEAM_NEEDED',
  'PLAN_BUSINESS_NEEDED',
  'PLAN_ENTERPRISE_NEEDED',
]

/** A limit far above the number of calls that a person makes by hand. */
export const limit = { max: 60, windowSeconds: 60 }
