import { type Client, createClient } from '@marketplace/contracts/api/client'
import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import type { PageData } from '@marketplace/contracts/pages/page-data'
import { heldTracking } from '../attribution.ts'
import { keepInstalled } from '../installs.ts'
import { onInstallsNews } from '../installs-news.ts'
import { paths } from '../paths.ts'
import { accountsClient } from './accounts-client.ts'
import { readAddressAnswer } from './address-answer.ts'
import { askInFrame, askInPopup } from './ask.ts'
import { authorizeAddress } from './authorize-address.ts'
import { challengeOf } from './challenge.ts'
import { createSessionControl } from './control.ts'
import { billingFetch, productApi, productFetch } from './product-api.ts'
import { answerPrompt, askPerson } from './prompts.ts'
import { NOBODY, reduceSession } from './state.ts'
import { currentSession, onSession, setSession, whoOf } from './store.ts'
import type { SessionPlace } from './place.ts'
import { readStored, store } from '../storage.ts'
import { NEXT_TOAST_KEY } from '../toasts.ts'
import { browserTokens, toldAccount } from './token-storage.ts'
import { createPendingSignIns, tabKeep } from './pending-sign-ins.ts'

/**
 * How often (ms) to check the clock. Timers stop while a computer sleeps, so the clock is also checked when the person returns to the tab.
 */
const LOOK_AT_CLOCK_MS = 60_000
const watchTime = (look: () => void): void => {
  setInterval(look, LOOK_AT_CLOCK_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  for (const name of ['focus', 'online', 'pageshow']) window.addEventListener(name, look)
}

/** The session of this document, connected to the browser. */
export const openSession = (place: SessionPlace, fromAddress: string | null) => {
  const { accountsUrl, basename, product, go, say, later = (work) => work(), keepsPage = false } = place
  const listInstalled = place.listInstalled ?? ((call: Client<'product'>) => call('GET /applications/installed'))
  const redirectUri = window.location.origin + basename + paths.signIn()
  const accounts = accountsClient(accountsUrl, redirectUri)
  const transactions = createPendingSignIns(tabKeep(), Date.now)
  const state = () => currentSession() ?? NOBODY
  type Question = { flow: 'button' | 'redirect'; state: string; asOther?: boolean; organizationId?: string | undefined }
  const address = async (question: Question) =>
    authorizeAddress({
      accountsUrl,
      redirectUri,
      challenge: await challengeOf(transactions.verifier(question.state)),
      tracking: heldTracking(),
      ...question,
    })
  const leave = async (transaction: string, asOther: boolean) => {
    const to = await address({ flow: 'redirect', state: transaction, asOther })
    // A sign-in must not return to the sign-in page.
    if (window.location.pathname === basename + paths.signIn()) window.location.replace(to)
    else window.location.assign(to)
  }
  const control = createSessionControl(
    {
      accounts,
      tokens: browserTokens,
      transactions,
      state,
      send: (event) => setSession(reduceSession(state(), event)),
      ask: askPerson,
      stopAsking: () => answerPrompt('no'),
      askSilently: async (transaction, organizationId) =>
        askInFrame(await address({ flow: 'button', state: transaction, organizationId })),
      askInPopup: async (transaction, asOther) =>
        askInPopup(await address({ flow: 'button', state: transaction, asOther }), (popup) => popup.focus()),
      leave: (transaction, asOther) =>
        void leave(transaction, asOther).catch((error: unknown) => say(error instanceof Error ? error.message : String(error))),
      go,
      here: () => window.location.pathname.slice(basename.length) + window.location.search,
      say,
      later,
      keepsPage,
      partnerType: async (held) =>
        (await productApi(productFetch({ product })(held))('GET /licenses/my')).properties.partner_type,
      now: Date.now,
      random: Math.random,
      // In a browser without locks, each tab renews its own token.
      alone: (work) => navigator.locks?.request('marketplace-renewal', work) ?? work(),
    },
    fromAddress === null ? null : readAddressAnswer(fromAddress),
  )
  watchTime(() => void control.renew())
  // A message for the next document, stored by the storefront or by the workspace.
  const left = readStored('sessionStorage', NEXT_TOAST_KEY)
  if (left) {
    store('sessionStorage', NEXT_TOAST_KEY, null)
    say(left)
  }
  /**
   * Sends a request as the signed-in person. If the token is refused, it is renewed, or the person signs in again. Then the request is
   * repeated once, but only for the same person.
   */
  const asCaller = async (send: (token: string) => Promise<Response>): Promise<Response> => {
    const before = state().data
    const response = await send(before?.token ?? '')
    if (response.status !== 401 || !before) return response
    await control.lost(before.token)
    const now = state().data
    return now && now.token !== before.token && whoOf(now) === whoOf(before) ? send(now.token) : response
  }
  const toProduct = productFetch({ product })
  const callProduct = productApi((path, request) => asCaller((token) => toProduct(token)(path, request)))
  const callBilling = createClient<'billing'>({
    baseUrl: '',
    send: (path, request) => asCaller((token) => billingFetch(token)(path, request)),
  })
  const callAccounts = createClient<'accounts'>({
    baseUrl: accounts.baseUrl,
    send: (url, request) => asCaller((token) => accounts.ask(token, url, request)),
  })
  // Loads the installed applications, which cards show, in the background: once for each session.
  let listedFor: string | null = null
  const list = () => {
    const { data } = state()
    if (!data) return
    listInstalled(callProduct).then(
      (installed) => state().data?.token === data.token && keepInstalled(installed.map(({ id }) => id)),
      () => {},
    )
  }
  onSession(() => {
    const current = state().data?.token ?? null
    if (listedFor === current) return
    listedFor = current
    later(list)
  })
  onInstallsNews(list)
  return {
    ...control,
    later,
    /** Handles an answer that came in the address while the page was open. */
    takeAddress: (text: string) => control.takeAddress(readAddressAnswer(text)),
    /** Handles a notice from another tab. */
    hearTab: (told: string | null) => control.followTab(toldAccount(told)),
    product: callProduct,
    billing: callBilling,
    /** Sends a request and returns the response, for files and for ETags. */
    send: (api: 'product' | 'billing', path: string, headers: Record<string, string> = {}): Promise<Response> =>
      asCaller((token) => (api === 'billing' ? billingFetch : toProduct)(token)(path, { headers })),
    accounts: callAccounts,
    /** The page data of an application that is not public. */
    ownPage: async (id: string): Promise<ApplicationPage | null> => {
      const response = await asCaller((token) => toProduct(token)(`/applications/${encodeURIComponent(id)}/page`))
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`The application's page answered with status ${response.status}`)
      const { result } = (await response.json()) as PageData
      return result.kind === 'application' ? result : null
    },
  }
}
export type Session = ReturnType<typeof openSession>
