export { authenticator, callerLocker, callerRecaller, type LockCaller, lockMemberRights } from './callers/authenticate.ts'
export { createRecentCallers } from './callers/recent-callers.ts'
export { clientCredentials, isAuthenticClient } from './authenticate-client.ts'
export { callerOf, type Member } from './callers/caller-of.ts'
export { findToken, lockRights } from './callers/repository.ts'
export { ensureOwnClient, findClient, removeClients, saveClients, type NewClient, type OAuthClient } from './repository.ts'
export { hashSecret, newAccessToken, newSecret } from './tokens/secrets.ts'
export { MARKETPLACE_CLIENT, registerStorefrontClient } from './storefront-client.ts'
export { LIFETIMES, expiryOf, newAccess, newCode, newFamily, newRefresh, type TokenBasis } from './tokens/issue.ts'
export {
  deleteTokensBefore,
  extendToken,
  findLineage,
  lockToken,
  insertTokens,
  lockFamily,
  lockSession,
  markUsed,
  moveSessionTokens,
  revokeAccountTokens,
  revokeClientTokens,
  revokeFamily,
  revokeInstallToken,
  revokeSessionTokens,
  shareSessionLock,
  type KeptToken,
} from './tokens/repository.ts'
