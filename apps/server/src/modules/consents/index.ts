export { findConsent, findConsents, grantConsent, removeConsent } from './repository.ts'
export type { ConsentOf } from './repository.ts'
