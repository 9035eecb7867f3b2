import type { HostTheme, MessageFromHost, MessageToHost } from '@marketplace/contracts/host-messages/messages'
import { isOwnTarget, MESSAGES_VERSION, readHostMessage } from '@marketplace/contracts/host-messages/read'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { fromAgentAppPath, toAgentAppPath } from '@marketplace/domain/agent-app-paths'
import { hearCart } from '../cart-news.ts'
import { hearInstalls } from '../installs-news.ts'
import { onPageShown } from '../page-shown.ts'
import { isLeaving } from '../recovery.ts'
import { openedSession } from '../session/start.ts'
import { readStored, store } from '../storage.ts'
import { createInbox } from './inbox.ts'
import { readMailto } from './read-mailto.ts'
import { onTold, tellHost } from './tell-host.ts'

export type HostedPage = {
  variant: string
  basename: string
  /** The origins that may frame the page. Messages of other windows are ignored, and nothing is sent to them. */
  hostOrigins: readonly string[]
  go: (to: string, replace: boolean) => void
  preload: (path: string) => void
  showTheme: (theme: HostTheme) => void
  /** Reloads the data of the signed-in person that the screen shows. */
  refresh?: () => void
}

/** Session storage key: the host's origin. Later documents in the frame may not be able to find it out. */
const HOST_KEY = 'marketplace-host'
/** Session storage key: the address to which the host has last navigated. Removed once a page has told the host that it is shown. */
const LED_KEY = 'marketplace-host-led'
/** Session storage key: set once the person has answered the question whether to use the host's token. */
const ASKED_KEY = 'marketplace-host-asked'
/**
 * A host repeats a message if it may have been lost while a document was leaving. Repeats arrive within this time (ms) after the next
 * document has started.
 */
const REPEATED_MS = 2000
const MOST_WAITING = 20

/** The origin of the framing window, from ancestorOrigins, the referrer or storage; null if it is unknown or not on the list. */
const findHost = (origins: readonly string[]): string | null => {
  const { ancestorOrigins } = window.location as Partial<Location>
  const told = [ancestorOrigins?.[0], URL.parse(document.referrer)?.origin, readStored('sessionStorage', HOST_KEY)]
  return told.find((origin) => origin && origins.includes(origin)) ?? null
}

/** The breadcrumbs that the page shows. */
const readBreadcrumbs = (basename: string) =>
  [...document.querySelectorAll('nav[aria-label=Breadcrumb] li')].map((step) => ({
    name: step.textContent.trim(),
    pathname: (step.querySelector('a') ?? window.location).pathname.slice(basename.length) || '/',
  }))

/** Connects a page in a frame with its host product: docs/product/hosts.md, Messages. */
export const connectHost = ({ variant: mode, basename, hostOrigins, go, preload, showTheme, refresh }: HostedPage): void => {
  const { parent } = window
  if (parent === window) return
  const isMapped = variantNameOf(findVariant(mode)?.name ?? 'base') === 'agent-app'
  const pathHere = () => window.location.pathname.slice(basename.length) || '/'
  const mapped = (path: string): string => (isMapped ? toAgentAppPath(path) : path)

  let host = findHost(hostOrigins)
  const waiting: MessageToHost[] = []
  const post = (message: MessageToHost): void => {
    if (host !== null) parent.postMessage(message, host)
    else if (waiting.push(message) > MOST_WAITING) waiting.shift()
  }

  const addressHere = () => pathHere() + window.location.search + window.location.hash
  // The page to which the host has navigated may have redirected the person. Following the repeated message would only redirect them again.
  const arrivedAt = addressHere()
  let ledHere = readStored('sessionStorage', LED_KEY)
  setTimeout(() => (ledHere = null), REPEATED_MS)

  let offered: string | null = null
  const act = (message: MessageFromHost): void => {
    switch (message.type) {
      case 'navigate': {
        const { pathname, replace = false } = message.data
        const to = isMapped ? fromAgentAppPath(pathname) : pathname
        const here = addressHere()
        if (!isOwnTarget(to) || to === here || (to === ledHere && arrivedAt === here)) return
        store('sessionStorage', LED_KEY, to)
        return go(to, replace)
      }
      case 'preload':
        return preload(isMapped ? fromAgentAppPath(message.data.pathname) : message.data.pathname)
      case 'change_theme':
        return showTheme(message.data.theme)
      case 'credentials': {
        const { access_token: token, again } = message.data
        // The person is asked only once about each token.
        if (token === offered || (again && readStored('sessionStorage', ASKED_KEY))) return
        store('sessionStorage', ASKED_KEY, null)
        offered = token
        openedSession()
          .then((session) => session.takeAddress(`#access_token=${encodeURIComponent(token)}`))
          .then(
            () => store('sessionStorage', ASKED_KEY, '1'),
            () => {},
          )
        return
      }
      case 'cart_updated':
      case 'refresh_cart':
        hearCart()
        return refresh?.()
      default:
        hearInstalls()
        return refresh?.()
    }
  }
  const inbox = createInbox({ act, now: () => performance.now(), later: (work, ms) => setTimeout(work, ms) })
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    // `event.data` is read last: reading makes the browser unpack it, and it may be huge.
    if (event.source !== parent || !hostOrigins.includes(event.origin)) return
    const message = inbox.read(() => readHostMessage(event.data))
    if (!message) return
    host = event.origin
    for (const each of waiting.splice(0)) post(each)
    // If this document is leaving, the host repeats the message to the next one.
    if (!isLeaving()) inbox.put(message)
  })

  let told = ''
  const tellPage = (): void => {
    const { search, hash } = window.location
    const pathname = mapped(pathHere())
    const address = pathname + search + hash
    if (told === address) return
    store('sessionStorage', LED_KEY, null)
    told = address
    tellHost('navigate', { pathname, search, hash })
    const breadcrumbs = readBreadcrumbs(basename).map((step) => ({ ...step, pathname: mapped(step.pathname) }))
    tellHost('breadcrumbs', { breadcrumbs })
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="mailto:"]') : null
    const mail = link && readMailto(link.href)
    if (!mail || event.defaultPrevented) return
    // Some browsers do not let a frame open the mail program, so the host does.
    event.preventDefault()
    tellHost('mailto', mail)
  })

  if (host !== null) store('sessionStorage', HOST_KEY, host)
  post({ type: 'loaded', data: { version: MESSAGES_VERSION } })
  onTold(post)
  tellPage()
  onPageShown(tellPage)
}
