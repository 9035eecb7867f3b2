import { CallError } from '@marketplace/contracts/client'
import type { ApplicationPage, PageData } from '@marketplace/contracts/page-data'
import { setInstalled } from '../installed.ts'
import { onInstallsNews } from '../installs-news.ts'
import { paths } from '../paths.ts'
import { accountsClient } from './accounts-client.ts'
import { readAddressAnswer } from './address-answer.ts'
import { askInFrame, askInPopup } from './ask.ts'
import { authorizeAddress } from './authorize-address.ts'
import { challengeOf } from './challenge.ts'
import { createSessionControl } from './control.ts'
import { heldTracking } from './held-tracking.ts'
import { productApi, productFetch } from './product-api.ts'
import { answerPrompt, askPerson } from './prompts.ts'
import { NOBODY, reduceSession } from './state.ts'
import { currentSession, onSession, setSession } from './store.ts'
import type { SessionPlace } from './place.ts'
import { browserTokens, toldAccount } from './token-storage.ts'
import { createTransactions, tabKeep } from './transactions.ts'

/** A machine that sleeps stops every timer: it is looked at the clock often, and whenever somebody comes back. */
const LOOK_AT_CLOCK_MS = 60_000
const watchTime = (look: () => void): void => {
  setInterval(look, LOOK_AT_CLOCK_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  for (const name of ['focus', 'online', 'pageshow']) window.addEventListener(name, look)
}

/** The session of this document, with its effects on the browser. */
export const openSession = (place: SessionPlace, fromAddress: string | null) => {
  const { accountsUrl, basename, product, go, say } = place
  const redirectUri = window.location.origin + basename + paths.signIn()
  const accounts = accountsClient(accountsUrl, redirectUri)
  const transactions = createTransactions(tabKeep(), Date.now)
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
    // The page to sign in is no place to come back to.
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
      partnerType: async (held) => (await productApi({ product, token: () => held })('GET /licenses/my')).properties.partner_type,
      now: Date.now,
      random: Math.random,
      // Where a browser has no locks, each tab renews its own.
      alone: (work) => navigator.locks?.request('marketplace-renewal', work) ?? work(),
    },
    fromAddress === null ? null : readAddressAnswer(fromAddress),
  )
  watchTime(() => void control.renew())
  const token = () => state().data?.token ?? ''

  const caller = { product, token, onRefused: (used: string) => control.lost(used) }
  const call = productApi(caller)
  const asCaller = productFetch(caller)
  // What cards say of it: asked once a session, and nobody waits for it.
  let listedFor: string | null = null
  const list = () => {
    const { data } = state()
    if (!data) return
    call('GET /applications/installed').then(
      (installed) => state().data?.token === data.token && setInstalled(installed.map(({ id }) => id)),
      () => {},
    )
  }
  onSession(() => {
    const current = state().data?.token ?? null
    if (listedFor === current) return
    listedFor = current
    list()
  })
  onInstallsNews(list)
  return {
    ...control,
    /** An answer that came in the address while the page was open. */
    takeAddress: (text: string) => control.takeAddress(readAddressAnswer(text)),
    /** What another tab has told. */
    hearTab: (told: string | null) => control.followTab(toldAccount(told)),
    call,
    /** The page of an application that is not public. */
    ownPage: async (id: string): Promise<ApplicationPage | null> => {
      const response = await asCaller(`/applications/${encodeURIComponent(id)}/page`)
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`The application's page answered with status ${response.status}`)
      const { result } = (await response.json()) as PageData
      return result.kind === 'application' ? result : null
    },
    /** Asks the administrators of the licence (specification, section 6). */
    requestAccess: async (application: { id: string; product: 'livechat' | 'helpdesk' }): Promise<void> => {
      const used = token()
      try {
        await accounts.requestAccess(used, { product: application.product, application_id: application.id })
      } catch (error) {
        if (error instanceof CallError && error.status === 401) control.lost(used)
        throw error
      }
    },
  }
}
export type Session = ReturnType<typeof openSession>
