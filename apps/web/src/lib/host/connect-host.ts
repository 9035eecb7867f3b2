import type { HostTheme, MessageFromHost, MessageToHost } from '@marketplace/contracts/host-messages/messages'
import { isOwnTarget, MESSAGES_VERSION, readHostMessage } from '@marketplace/contracts/host-messages/read'
import { findVariant, variantNameOf } from '@marketplace/contracts/core/variants'
import { fromAgentAppPath, toAgentAppPath } from '@marketplace/domain/agent-app-paths'
import { hearCart } from '../cart-news.ts'
import { hearInstalls } from '../installs-news.ts'
import { onPageShown } from '../page-shown.ts'
import { openedSession } from '../session/start.ts'
import { readStored, store } from '../storage.ts'
import { createInbox } from './inbox.ts'
import { readMailto } from './read-mailto.ts'
import { onTold, tellHost } from './tell-host.ts'

export type HostedPage = {
  variant: string
  basename: string
  /** Who may frame the page: nobody else is heard or told anything. */
  hostOrigins: readonly string[]
  go: (to: string, replace: boolean) => void
  preload: (path: string) => void
  showTheme: (theme: HostTheme) => void
  /** Whatever the screen shows of the person is asked for again. */
  refresh?: () => void
}

/** Session storage: the host's origin, which only the first document in the frame may be able to read. */
const HOST_KEY = 'marketplace-host'
const MOST_WAITING = 20

/** The framing window's origin, by whatever the browser says of it; null where it says nothing, or names nobody on the list. */
const findHost = (origins: readonly string[]): string | null => {
  const { ancestorOrigins } = window.location as Partial<Location>
  const told = [ancestorOrigins?.[0], URL.parse(document.referrer)?.origin, readStored('sessionStorage', HOST_KEY)]
  return told.find((origin) => origin && origins.includes(origin)) ?? null
}

/** The way from the start page to this one, as the page shows it. */
const readBreadcrumbs = (basename: string) =>
  [...document.querySelectorAll('nav[aria-label=Breadcrumb] li')].map((step) => ({
    name: step.textContent.trim(),
    pathname: (step.querySelector('a') ?? window.location).pathname.slice(basename.length) || '/',
  }))

/** Connects a page in a host product's frame with its host: docs/product/hosts.md, Messages. */
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

  let offered: string | null = null
  const act = (message: MessageFromHost): void => {
    switch (message.type) {
      case 'navigate': {
        const { pathname, replace = false } = message.data
        const to = isMapped ? fromAgentAppPath(pathname) : pathname
        const { search, hash } = window.location
        if (isOwnTarget(to) && to !== pathHere() + search + hash) go(to, replace)
        return
      }
      case 'preload':
        return preload(isMapped ? fromAgentAppPath(message.data.pathname) : message.data.pathname)
      case 'change_theme':
        return showTheme(message.data.theme)
      case 'credentials': {
        const { access_token: token } = message.data
        // Whoever has said no is not asked again.
        if (token === offered) return
        offered = token
        void openedSession()
          .then((session) => session.takeAddress(`#access_token=${encodeURIComponent(token)}`))
          .catch(() => {})
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
    // The data is looked at last: a browser unpacks it then, and it may be huge.
    if (event.source !== parent || !hostOrigins.includes(event.origin)) return
    const message = inbox.read(() => readHostMessage(event.data))
    if (!message) return
    host = event.origin
    for (const each of waiting.splice(0)) post(each)
    inbox.put(message)
  })

  let told = ''
  const tellPage = (): void => {
    const { search, hash } = window.location
    const pathname = mapped(pathHere())
    if (told === pathname + search + hash) return
    told = pathname + search + hash
    tellHost('navigate', { pathname, search, hash })
    const breadcrumbs = readBreadcrumbs(basename).map((step) => ({ ...step, pathname: mapped(step.pathname) }))
    tellHost('breadcrumbs', { breadcrumbs })
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="mailto:"]') : null
    const mail = link && readMailto(link.href)
    if (!mail || event.defaultPrevented) return
    // Not every browser lets a frame open the mail program.
    event.preventDefault()
    tellHost('mailto', mail)
  })

  if (host !== null) store('sessionStorage', HOST_KEY, host)
  post({ type: 'loaded', data: { version: MESSAGES_VERSION } })
  onTold(post)
  tellPage()
  onPageShown(tellPage)
}
