import { z } from 'zod'
import { page, submit } from '../core/account-pages.ts'
import { ANYONE, endpoint } from '../core/endpoint.ts'

export const passSecondFactor = submit(
  'passSecondFactor',
  '/signin/second-factor',
  'Signs in with a code of the second factor, after the right password',
  60,
)

export const signInWithPasskey = submit(
  'signInWithPasskey',
  '/signin/passkey',
  'Signs in with a passkey in place of the password',
  60,
)

export const passkeyOptions = endpoint({
  id: 'passkeyOptions',
  api: 'accountsSite',
  method: 'GET',
  path: '/signin/passkey/options',
  access: ANYONE,
  summary: 'What a browser is asked to sign in with a passkey',
  ok: { description: 'PublicKeyCredentialRequestOptionsJSON', contentType: 'application/json' },
})

export const passkeyScript = endpoint({
  id: 'passkeyScript',
  api: 'accountsSite',
  method: 'GET',
  path: '/scripts/passkeys.js',
  access: ANYONE,
  summary: 'The script that asks the browser for passkeys; everything else works without it',
  query: z.object({ v: z.string().max(64).optional() }),
  ok: { description: 'The script', contentType: 'text/javascript' },
})

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
export const addPasskey = submit('addPasskey', '/account/second-factor/passkeys', 'Adds a passkey that the browser has made', 60)
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
export const changeSecondFactorRule = submit(
  'changeSecondFactorRule',
  '/account/organizations',
  'Says whether an organization requires a second factor, for its owners',
  60,
)
