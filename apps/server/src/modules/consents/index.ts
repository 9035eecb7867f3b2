export {
  findConsent,
  findConsents,
  findOwnConsents,
  grantConsent,
  holdConsents,
  removeConsent,
  removeUnusedConsents,
  revokeUncovered,
} from './repository.ts'
export type { ConsentOf } from './repository.ts'
