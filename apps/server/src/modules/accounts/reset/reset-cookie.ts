import { type AuthorizationCookie, authorizationCookie } from '../mailed-links/authorization-cookie.ts'
import { RESET_MINUTES } from './send-reset.ts'

export const resetCookie = (https: boolean): AuthorizationCookie =>
  authorizationCookie(https, { name: 'marketplace_reset', path: '/reset', maxAge: RESET_MINUTES * 60 })
