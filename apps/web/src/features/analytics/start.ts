import type { BootData } from '@marketplace/contracts/pages/site-data'
import type { EventName, PageWord } from '@marketplace/contracts/analytics/events'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { isBot } from '@marketplace/domain/bots'
import { areaOf } from '@marketplace/domain/failure-areas'
import { browserSaysNo, CONSENT_KEY, readConsent } from '../../lib/consent.ts'
import { currentSession, onSession } from '../../lib/session/store.ts'
import { AGREED_KEY } from '../../lib/purchases/purchases.ts'
import { readStored } from '../../lib/storage.ts'
import { hearSignals, report, track } from '../../lib/signals.ts'
import type { ConsentPart } from './keep-consent.tsx'
import { dataLayer } from './page-layer.ts'
import { pageEvents, type ShownPage, wordOf } from './page-signals.ts'
import { openReports } from './report-errors.ts'
import { openSender, sentOf } from './send-events.ts'

type RouterState = {
  location: { pathname: string; key: string }
  navigation: { state: string }
  loaderData: Record<string, unknown>
}
/** The router of the storefront or of the workspace. */
export type WatchedRouter = { state: RouterState; subscribe: (listener: (state: RouterState) => void) => unknown }

/**
 * Pages on which the question about tracking is not shown: it would cover fields that have to be filled in, or a framed application, which
 * fills the window and appears after the question.
 */
const WAITS: ReadonlySet<PageWord> = new Set(['checkout', 'sign-in', 'open-application'])

/** Calls back for each page that is shown. */
const followPages = (router: WatchedRouter, pathOf: (state: RouterState) => string, shown: (page: ShownPage) => void): void => {
  let before: ShownPage | null = null
  const look = (state: RouterState): void => {
    if (state.navigation.state !== 'idle') return
    const data = state.loaderData.page as PageData | undefined
    const now: ShownPage = { path: pathOf(state), result: data?.result ?? null }
    if (before?.path === now.path && before.result === now.result) return
    for (const { event, data: given } of pageEvents(before, now)) track(event, given as never)
    before = now
    shown(now)
  }
  look(router.state)
  router.subscribe(look)
}

/**
 * Loads the code that asks for consent, stores the answer and passes events on. It is half of the code of analytics. Frames show no
 * question, so there it is loaded only with the first consent, or when a person opens the question.
 */
const openConsentPart = (marketplace: string, variant: string) => {
  let part: ConsentPart | null = null
  let coming: Promise<ConsentPart> | undefined
  let page: { event: EventName; data: object } | null = null
  let account: string | null = null
  const load = (): Promise<ConsentPart> => {
    coming ??= import('./keep-consent.tsx').then(({ openConsent }) => {
      part = openConsent({ marketplace, variant })
      if (page) part.add(page.event, page.data)
      part.signedIn(account)
      return part
    })
    coming.catch(() => {
      coming = undefined
    })
    return coming
  }
  return {
    load,
    add: (event: EventName, data: object): void => {
      if (event === 'pageview') page = { event, data }
      part?.add(event, data)
    },
    signedIn: (accountId: string | null): void => {
      account = accountId
      part?.signedIn(accountId)
    },
    wait: (waits: boolean): void => part?.wait(waits),
  }
}

/** Once a person is signed in, follows the purchases that they agreed to in earlier documents. */
const followAgreed = (): void => {
  const end = onSession(() => look())
  const look = (): void => {
    if (!currentSession()?.data) return
    end()
    if (readStored('localStorage', AGREED_KEY))
      import('../../lib/purchases/follow-purchase.ts').then(
        ({ followLeft }) => followLeft(),
        () => {},
      )
  }
  look()
}

/** Starts the counting of events, the question about tracking, and error reports. Call it when the page is idle (docs/decisions/0053). */
export const startAnalytics = async (
  { variant: mode, basename, site, buildHash }: Pick<BootData, 'variant' | 'basename' | 'site' | 'buildHash'>,
  router: WatchedRouter,
): Promise<void> => {
  const known = findVariant(mode)
  const variant = known ? variantNameOf(known.name) : mode
  const send = isBot(navigator.userAgent) ? () => {} : openSender(variant)
  const consent = openConsentPart(site.marketplace, variant)
  const isFramed = known?.framed ?? false
  dataLayer()
  const pathOf = ({ location }: RouterState) => location.pathname.slice(basename.length) || '/'
  const tell =
    site.errorReports === null
      ? () => {}
      : openReports({
          dsn: site.errorReports,
          release: buildHash,
          variant,
          areaHere: () => areaOf(pathOf(router.state)),
        })
  window.addEventListener('error', ({ error, message }) => report(error ?? new Error(message)))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))

  const ignore = (): void => {}
  // If this code cannot be loaded, the page works without the question, and nothing is stored.
  const part = !isFramed || readConsent() === 'granted' ? await consent.load().catch(ignore) : undefined
  hearSignals((signal) => {
    if ('error' in signal) return tell(signal.error, signal.area)
    consent.add(signal.event, signal.data)
    send(sentOf(signal.event, signal.data))
  })
  followPages(router, pathOf, (page) => consent.wait(WAITS.has(wordOf(page))))
  // In a frame nothing is stored or passed on until the person opens the question: docs/product/analytics.md, Consent.
  if (readConsent() === null && !isFramed && !browserSaysNo()) part?.ask(false)
  window.addEventListener('storage', ({ key }) => {
    if (key === CONSENT_KEY && readConsent() === 'granted') consent.load().catch(ignore)
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-consent]')) consent.load().then((loaded) => loaded.ask(true), ignore)
  })
  const followSession = (): void => {
    const accountId = currentSession()?.data?.accountId
    // Staff who browse as somebody else are not counted as that person.
    consent.signedIn(accountId && currentSession()?.actorEmail === null ? accountId : null)
  }
  onSession(followSession)
  followAgreed()
  followSession()
}
