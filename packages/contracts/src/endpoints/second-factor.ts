import { page, submit } from '../account-pages.ts'

export const passSecondFactor = submit(
  'passSecondFactor',
  '/signin/second-factor',
  'Signs in with a code of the second factor, after the right password',
  60,
)

export const secondFactorPage = page(
  'secondFactorPage',
  '/account/second-factor',
  'The second factor of your account: authenticator app, passkeys and recovery codes',
)
export const setUpApp = submit(
  'setUpApp',
  '/account/second-factor/app',
  'Shows the secret for an authenticator app, and turns it on with a first code of it',
  60,
)
export const removeSecondFactor = submit(
  'removeSecondFactor',
  '/account/second-factor/remove',
  'Removes an authenticator app or a passkey',
  60,
)
export const makeRecoveryCodes = submit(
  'makeRecoveryCodes',
  '/account/second-factor/codes',
  'Makes new recovery codes; the old ones end',
  60,
)
