import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { createRoot, type Root } from 'react-dom/client'
import { isBot } from '@marketplace/domain/bots'
import { areaOf } from '@marketplace/domain/failure-areas'
import { forgetTouches, keepTouches } from '../../lib/attribution.ts'
import { browserSaysNo, CONSENT_KEY, type Consent, keepConsent, readConsent } from '../../lib/consent.ts'
import { currentSession, onSession } from '../../lib/session/store.ts'
import { hearSignals, report, track } from '../../lib/signals.ts'
import { ConsentPanel } from './ConsentPanel.tsx'
import { entryOf, openLayer } from './data-layer.ts'
import { pageEvents, type ShownPage } from './page-signals.ts'
import { openReports } from './report-errors.ts'
import { openSender, sentOf } from './send-events.ts'

type RouterState = {
  location: { pathname: string; key: string }
  navigation: { state: string }
  loaderData: Record<string, unknown>
}
/** The router of either half of the web. */
export type WatchedRouter = { state: RouterState; subscribe: (listener: (state: RouterState) => void) => unknown }

/** Follows the pages that come up. */
const followPages = (router: WatchedRouter, basename: string): (() => string) => {
  const pathOf = ({ location }: RouterState) => location.pathname.slice(basename.length) || '/'
  let before: ShownPage | null = null
  const look = (state: RouterState): void => {
    if (state.navigation.state !== 'idle') return
    const data = state.loaderData.page as PageData | undefined
    const now: ShownPage = { path: pathOf(state), result: data?.result ?? null }
    if (before?.path === now.path && before.result === now.result) return
    for (const { event, data: given } of pageEvents(before, now)) track(event, given as never)
    before = now
  }
  look(router.state)
  router.subscribe(look)
  return () => pathOf(router.state)
}

/** Shows the question, until it is answered. */
const openPanel = (marketplace: string, answer: (consent: Consent) => void) => {
  let root: Root | null = null
  const close = (): void => {
    root?.unmount()
    root = null
    document.getElementById('consent')?.remove()
  }
  const open = (isAsked: boolean): void => {
    if (!root) {
      const place = document.createElement('div')
      place.id = 'consent'
      document.body.append(place)
      root = createRoot(place)
    }
    const onAnswer = (consent: Consent) => {
      close()
      answer(consent)
    }
    root.render(<ConsentPanel before={readConsent()} marketplace={marketplace} isAsked={isAsked} onAnswer={onAnswer} />)
  }
  return { open, close }
}

/** Everything that counts, asks and reports. It comes when the page is idle (docs/decisions/0053). */
export const startAnalytics = (
  { variant: mode, basename, site, buildHash }: Pick<BootData, 'variant' | 'basename' | 'site' | 'buildHash'>,
  router: WatchedRouter,
): void => {
  const known = findVariant(mode)
  const variant = known ? variantNameOf(known.name) : mode
  const send = isBot(navigator.userAgent) ? () => {} : openSender(variant)
  const layer = openLayer()
  let here = () => ''
  const tell =
    site.errorReports === null
      ? () => {}
      : openReports({
          dsn: site.errorReports,
          release: buildHash,
          variant,
          areaHere: () => areaOf(here()),
        })
  hearSignals((signal) => {
    if ('error' in signal) return tell(signal.error, signal.area)
    layer.add(entryOf(signal.event, signal.data, variant))
    send(sentOf(signal.event, signal.data))
  })
  window.addEventListener('error', ({ error, message }) => report(error ?? new Error(message)))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))

  const grant = (): void => {
    keepTouches(Date.now())
    layer.open(Date.now())
  }
  const forget = (): void => {
    forgetTouches()
    layer.forget()
  }
  const panel = openPanel(site.marketplace, (consent) => {
    const before = readConsent()
    keepConsent(consent)
    if (consent !== before) track('consent', { detail: consent })
    if (consent === 'denied') forget()
    else if (before !== 'granted') grant()
  })
  // Before the first page is told, so that the layer has that page once.
  if (readConsent() === 'granted') grant()
  here = followPages(router, basename)
  // In a frame nothing is kept or passed on until somebody opens the question there: docs/product/analytics.md, Consent.
  if (readConsent() === null && !known?.framed && !browserSaysNo()) panel.open(false)
  window.addEventListener('storage', ({ key }) => {
    if (key !== CONSENT_KEY) return
    panel.close()
    if (readConsent() === 'granted') grant()
    else forget()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-consent]')) panel.open(true)
  })
  const followSession = (): void => {
    const accountId = currentSession()?.data?.accountId
    // Staff who browse as somebody else are not that person.
    layer.signedIn(accountId && currentSession()?.actorEmail === null ? accountId : null)
  }
  onSession(followSession)
  followSession()
}
