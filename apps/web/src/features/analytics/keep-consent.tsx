import type { EventName } from '@marketplace/contracts/analytics/events'
import { createRoot, type Root } from 'react-dom/client'
import { forgetTouches, keepTouches } from '../../lib/attribution.ts'
import { CONSENT_KEY, type Consent, keepConsent, readConsent } from '../../lib/consent.ts'
import { track } from '../../lib/signals.ts'
import { ConsentPanel } from './ConsentPanel.tsx'
import { entryOf, openLayer } from './data-layer.ts'

/** Shows the question until it is answered. After `wait(true)` only `open(true)` shows the panel. */
const openPanel = (marketplace: string, answer: (consent: Consent) => void) => {
  let root: Root | null = null
  let place: HTMLElement | null = null
  let isWaiting = false
  /** The element that had the focus before the panel. */
  let before: EventTarget | null = null
  const close = (): void => {
    const isLeft = place?.contains(document.activeElement)
    root?.unmount()
    root = null
    place?.remove()
    place = null
    if (!isLeft) return
    if (before instanceof HTMLElement) before.focus()
    // The element is gone or can no longer take the focus.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }
  const open = (isAsked: boolean): void => {
    if (!root || !place) {
      place = document.createElement('div')
      place.id = 'consent'
      place.addEventListener('focusin', ({ relatedTarget }) => {
        if (!place?.contains(relatedTarget as Node | null)) before = relatedTarget
      })
      document.body.append(place)
      root = createRoot(place)
    }
    place.hidden = isWaiting && !isAsked
    const onAnswer = (consent: Consent) => {
      close()
      answer(consent)
    }
    root.render(<ConsentPanel before={readConsent()} marketplace={marketplace} isAsked={isAsked} onAnswer={onAnswer} />)
  }
  const wait = (waits: boolean): void => {
    isWaiting = waits
    if (place) place.hidden = waits
  }
  return { open, close, wait }
}

/** The question about tracking, and the effects of its answer: docs/product/analytics.md, Consent. */
export const openConsent = ({ marketplace, variant }: { marketplace: string; variant: string }) => {
  const layer = openLayer()
  const grant = (): void => {
    keepTouches(Date.now())
    layer.open(Date.now())
  }
  const forget = (): void => {
    forgetTouches()
    layer.forget()
  }
  const panel = openPanel(marketplace, (consent) => {
    const before = readConsent()
    keepConsent(consent)
    if (consent !== before) track('consent', { detail: consent })
    if (consent === 'denied') forget()
    else if (before !== 'granted') grant()
  })
  // Runs before the first page is reported, so that the layer gets that page only once.
  if (readConsent() === 'granted') grant()
  window.addEventListener('storage', ({ key }) => {
    if (key !== CONSENT_KEY) return
    panel.close()
    if (readConsent() === 'granted') grant()
    else forget()
  })
  return {
    add: (event: EventName, data: object): void => layer.add(entryOf(event, data, variant)),
    signedIn: (accountId: string | null): void => layer.signedIn(accountId),
    ask: (isAsked: boolean): void => panel.open(isAsked),
    wait: (waits: boolean): void => panel.wait(waits),
  }
}
export type ConsentPart = ReturnType<typeof openConsent>
