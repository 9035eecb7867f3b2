import { readStored, store } from './storage.ts'

/** Local storage: what the person has answered to the question about tracking. */
export const CONSENT_KEY = 'marketplace-consent'
export type Consent = 'granted' | 'denied'

/** Null for who has not been asked, or has not answered. */
export const readConsent = (): Consent | null => {
  const kept = readStored('localStorage', CONSENT_KEY)
  return kept === 'granted' || kept === 'denied' ? kept : null
}

export const keepConsent = (consent: Consent): boolean => store('localStorage', CONSENT_KEY, consent)
