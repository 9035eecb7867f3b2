export { findConsent, findConsents, findOwnConsents, grantConsent, removeConsent, revokeUncovered } from './repository.ts'
export type { ConsentOf } from './repository.ts'
