import { readStored, store } from './storage.ts'

/** Local storage key: the answer to the question about tracking. */
export const CONSENT_KEY = 'marketplace-consent'
export type Consent = 'granted' | 'denied'

/** The stored answer; null if there is none. */
export const readConsent = (): Consent | null => {
  const kept = readStored('localStorage', CONSENT_KEY)
  return kept === 'granted' || kept === 'denied' ? kept : null
}

/** Whether the browser sends Global Privacy Control, which counts as a no. */
export const browserSaysNo = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

export const keepConsent = (consent: Consent): boolean => store('localStorage', CONSENT_KEY, consent)
