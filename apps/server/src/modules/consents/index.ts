export {
  findConsent,
  findConsents,
  findOwnConsents,
  grantConsent,
  removeConsent,
  removeUnusedConsents,
  revokeUncovered,
} from './repository.ts'
export type { ConsentOf } from './repository.ts'
