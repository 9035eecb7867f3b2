import { findVariant } from '@marketplace/contracts/core/variants'
import { readStored, store } from './storage.ts'

/** Local storage: what the person has answered to the question about tracking. */
export const CONSENT_KEY = 'marketplace-consent'
export type Consent = 'granted' | 'denied'

/** Null for who has not been asked, or has not answered. */
export const readConsent = (): Consent | null => {
  const kept = readStored('localStorage', CONSENT_KEY)
  return kept === 'granted' || kept === 'denied' ? kept : null
}

/** Whether the browser says no for the person already (Global Privacy Control). */
export const browserSaysNo = (): boolean => (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true

/** Nobody is asked in a frame, nor on the pages for frames, by whichever address they are reached. */
const isForFrames = (): boolean => window.parent !== window || findVariant(document.body.dataset.variant ?? '')?.framed === true

/** Whether something may be passed on for the time of this visit. Where nobody is asked, only a yes is one. */
export const mayPassOn = (): boolean => {
  const consent = readConsent()
  return consent === 'granted' || (consent === null && !browserSaysNo() && !isForFrames())
}

export const keepConsent = (consent: Consent): boolean => store('localStorage', CONSENT_KEY, consent)
