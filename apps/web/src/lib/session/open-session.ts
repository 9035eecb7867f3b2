import { CallError } from '@marketplace/contracts/client'
import type { ApplicationPage, PageData } from '@marketplace/contracts/page-data'
import { SIGNED_IN_KEY } from '@marketplace/contracts/session'
import { setInstalled } from '../installed.ts'
import { paths } from '../paths.ts'
import { accountsClient } from './accounts-client.ts'
import type { AddressToken } from './address-token.ts'
import { askInFrame, askInPopup } from './ask.ts'
import { authorizeAddress } from './authorize-address.ts'
import { createSessionControl } from './control.ts'
import { productApi, productFetch } from './product-api.ts'
import { answerPrompt, askPerson } from './prompts.ts'
import { NOBODY, reduceSession } from './state.ts'
import { currentSession, onSession, setSession } from './store.ts'
import type { SessionPlace } from './place.ts'
import { browserTokens } from './token-storage.ts'
import { createTransactions, tabKeep } from './transactions.ts'

/** The session of this document, with its effects on the browser. */
export const openSession = (place: SessionPlace, fromAddress: AddressToken | null) => {
  const { accountsUrl, basename, product, go, say } = place
  const accounts = accountsClient(accountsUrl)
  const state = () => currentSession() ?? NOBODY
  const address = (flow: 'button' | 'redirect', transaction: string, asOther = false) =>
    authorizeAddress({
      accountsUrl,
      redirectUri: window.location.origin + basename + paths.signIn(),
      state: transaction,
      flow,
      asOther,
    })
  const control = createSessionControl(
    {
      accounts,
      tokens: browserTokens,
      transactions: createTransactions(tabKeep(), Date.now),
      state,
      send: (event) => setSession(reduceSession(state(), event)),
      ask: askPerson,
      stopAsking: () => answerPrompt('no'),
      askSilently: (transaction) => askInFrame(address('button', transaction)),
      askInPopup: (transaction, asOther) => askInPopup(address('button', transaction, asOther), (popup) => popup.focus()),
      leave: (transaction, asOther) => {
        const to = address('redirect', transaction, asOther)
        // The page to sign in is no place to come back to.
        if (window.location.pathname === basename + paths.signIn()) window.location.replace(to)
        else window.location.assign(to)
      },
      go,
      say,
      partnerType: async (held) => (await productApi({ product, token: () => held })('GET /licenses/my')).properties.partner_type,
    },
    fromAddress,
  )
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_IN_KEY || key === null) control.followTab(newValue)
  })
  const token = () => state().data?.token ?? ''

  const caller = { product, token, onRefused: (used: string) => control.lost(used) }
  const call = productApi(caller)
  const asCaller = productFetch(caller)
  // What cards say of it: asked once a session, and nobody waits for it.
  let listedFor: string | null = null
  onSession(() => {
    const { data } = state()
    if (listedFor === (data?.token ?? null)) return
    listedFor = data?.token ?? null
    if (!data) return
    call('GET /applications/installed').then(
      (installed) => state().data?.token === data.token && setInstalled(installed.map(({ id }) => id)),
      () => {},
    )
  })
  return {
    ...control,
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
