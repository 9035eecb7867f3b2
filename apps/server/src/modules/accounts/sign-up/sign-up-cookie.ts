import { type AuthorizationCookie, authorizationCookie } from '../mailed-links/authorization-cookie.ts'
import { SIGN_UP_HOURS } from './send-sign-up.ts'

export const signUpCookie = (https: boolean): AuthorizationCookie =>
  authorizationCookie(https, { name: 'marketplace_sign_up', path: '/signup/finish', maxAge: SIGN_UP_HOURS * 3_600 })
