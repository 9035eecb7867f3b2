export { findConsent, findConsents, grantConsent, removeConsent } from './repository.ts'
export type { Consent, ConsentOf } from './repository.ts'
