export { authenticator, callerHolder, type HoldCaller } from './callers/authenticate.ts'
export { clientCredentials, isClient } from './authenticate-client.ts'
export { callerOf } from './callers/caller-of.ts'
export { findToken, holdRights } from './callers/repository.ts'
export { findClient, putClients, type OAuthClient } from './repository.ts'
export { hashSecret, newAccessToken, newSecret } from './secrets.ts'
export { MARKETPLACE_CLIENT, registerStartClients } from './start-clients.ts'
export { LIVES, after, endOf, newAccess, newCode, newFamily, newRefresh, type Basis } from './tokens/issue.ts'
export {
  deleteTokensBefore,
  extendToken,
  findLineage,
  holdToken,
  insertTokens,
  lockFamily,
  lockSession,
  markUsed,
  moveSessionTokens,
  revokeAccountTokens,
  revokeClientTokens,
  revokeFamily,
  revokeSessionTokens,
  shareSession,
  type KeptToken,
} from './tokens/repository.ts'
