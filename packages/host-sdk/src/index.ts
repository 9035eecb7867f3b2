import type { HostTheme, MessagesFromHost, MessagesToHost } from '@marketplace/contracts/host-messages/messages'
import { addressOf, mailtoOf, plainOf, targetOf } from './address.ts'
import { readMessage, type Sent } from './messages.ts'
import { createReader } from './reading.ts'

export type * from '@marketplace/contracts/host-messages/messages'

type Camel<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Text>
/** `onNavigate`, `onAppInstalled` …: one handler for each type of message from the marketplace. */
export type MessageHandlers = { [Type in keyof MessagesToHost as `on${Camel<Type>}`]?: (data: MessagesToHost[Type]) => void }

export type MarketplaceOptions = MessageHandlers & {
  /** The marketplace's origin, such as https://marketplace.example. */
  url: string
  /** The variant; by default the agent app's. */
  variant?: 'agent-app' | 'helpdesk' | 'text'
  /** Set this if the marketplace lists the host of `url` in VARIANT_HOSTS. The host then shows this variant only, without a prefix. */
  ownHost?: boolean
  /** The first page: a path within the marketplace, with query and hash. */
  path?: string
  /** Whether applications in beta are shown too. */
  beta?: boolean
  /** The theme of your page. By default the theme that the person has chosen in the marketplace, or the system's. */
  theme?: HostTheme
  /** The title of the iframe, for screen readers. */
  title?: string
  /**
   * A path of the host, such as /apps/marketplace. The host's address below this path then follows the marketplace, and the marketplace
   * follows the address.
   */
  syncAddress?: string
}

export type Marketplace = {
  readonly frame: HTMLIFrameElement
  /** Navigates to another page: a path within the marketplace, with query and hash. */
  navigate: (pathname: string, options?: { replace?: boolean }) => void
  /** Prefetches a page that will probably be opened. */
  preload: (pathname: string) => void
  refreshInstalledApps: () => void
  refreshCart: () => void
  refreshSubscriptionInfo: () => void
  /** Call this after the host has changed the cart. */
  cartUpdated: (cart?: unknown) => void
  /** Call this when your page changes its theme. */
  changeTheme: (theme: HostTheme) => void
  /** Sends a token. The marketplace uses it only after the person has agreed. */
  credentials: (accessToken: string) => void
  /** Adds a handler for one type of message. Returns a function that removes it. */
  on: <Type extends keyof MessagesToHost>(type: Type, handler: (data: MessagesToHost[Type]) => void) => () => void
  /** Removes the iframe and all listeners. */
  destroy: () => void
}

/** The most messages that are kept until the marketplace has loaded. */
const MOST_WAITING = 20
/**
 * If a document starts within this time (ms) after a message was sent, the message may have reached only the previous document. It is sent
 * again.
 */
const REPEATED_MS = 15_000

const pathOf = ({ variant = 'agent-app', ownHost = false, path = '/', beta = false }: MarketplaceOptions): string => {
  const target = path.startsWith('/') ? path : `/${path}`
  const [, page = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
  const shown = page === '/' && variant === 'agent-app' ? '/apps/' : page
  const query =
    beta && !/[?&]beta=true/.test(rest) ? (rest.startsWith('?') ? rest.replace('?', '?beta=true&') : `?beta=true${rest}`) : rest
  return `${ownHost ? '' : `/embed/${variant}`}${shown}${query}`
}

/** Adds an iframe with the marketplace to the element, and connects it to the host. Throws a TypeError if `url` is not a valid address. */
export const mountMarketplace = (element: Element, options: MarketplaceOptions): Marketplace => {
  const { url, variant = 'agent-app', title = 'Marketplace', syncAddress } = options
  const { origin } = new URL(url)
  const handlers = new Map<string, Set<(data: never) => void>>()
  let isLoaded = false
  let waiting: Sent[] = []
  let shown: string | null = null
  /** The page that the marketplace has last reported. */
  let here: string | null = null
  let { theme } = options
  /** The latest messages by type. A document that was being left may have lost them. */
  const unheard = new Map<Sent['type'], { message: Sent; at: number }>()

  const frame = document.createElement('iframe')
  frame.title = title
  frame.allow = 'payment; clipboard-write; fullscreen'
  // The marketplace sends messages to this origin only, and learns it from the referrer.
  frame.referrerPolicy = 'origin'
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0'
  const first = syncAddress === undefined ? null : targetOf(syncAddress, location)
  frame.src = origin + pathOf({ ...options, path: options.path ?? first ?? '/' })

  const post = (message: Sent): void => frame.contentWindow?.postMessage(message, origin)
  const send = (type: Sent['type'], data?: Sent['data']): void => {
    const message = { type, data }
    if (type === 'credentials' || type === 'navigate') unheard.set(type, { message, at: performance.now() })
    if (isLoaded) return post(message)
    // Of several navigations, only the last one is sent.
    if (type === 'navigate') waiting = waiting.filter((other) => other.type !== type)
    waiting = [...waiting, message].slice(-MOST_WAITING)
  }
  const navigate: Marketplace['navigate'] = (pathname, { replace = false } = {}) => {
    send('navigate', { pathname, replace })
    // The marketplace does not answer a navigation to the page that it shows.
    if (plainOf(pathname) === here) unheard.delete('navigate')
  }

  const read = createReader(() => performance.now())
  const hear = (event: MessageEvent<unknown>): void => {
    // `event.data` is read last: reading makes the browser unpack it, and it may be huge.
    if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return
    const message = read(() => readMessage(event.data))
    if (!message) return
    if (message.type === 'loaded') {
      isLoaded = true
      // Sent to each new document, because a change may have been lost while the documents were changing.
      if (theme) post({ type: 'change_theme', data: { theme } })
      for (const { message: said, at } of unheard.values())
        if (!waiting.includes(said) && performance.now() - at < REPEATED_MS)
          post({ ...said, data: { ...said.data, again: true } as Sent['data'] })
      for (const each of waiting.splice(0)) post(each)
    }
    if (message.type === 'navigate') {
      const { pathname, search, hash } = message.data
      here = plainOf(pathname + search + hash)
      // The marketplace shows the page, or the person has navigated elsewhere since.
      unheard.delete('navigate')
      if (syncAddress !== undefined) {
        shown = addressOf(syncAddress, variant === 'agent-app', message.data)
        // replaceState, because the page in the frame has its own entry in the history: "Back" goes back in the frame.
        if (shown.startsWith('/') && !shown.startsWith('//')) history.replaceState(history.state, '', shown)
      }
    }
    const name = `on${message.type.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())}` as keyof MessageHandlers
    const given = options[name] as ((data: unknown) => void) | undefined
    given?.(message.data)
    for (const handler of handlers.get(message.type) ?? []) handler(message.data as never)
    if (message.type === 'mailto' && !given && !handlers.get('mailto')?.size) location.href = mailtoOf(message.data)
  }
  const follow = (): void => {
    const target = syncAddress === undefined ? null : targetOf(syncAddress, location)
    if (target !== null && location.pathname + location.search + location.hash !== shown) navigate(target, { replace: true })
  }

  addEventListener('message', hear)
  addEventListener('popstate', follow)
  element.append(frame)

  return {
    frame,
    navigate,
    preload: (pathname) => send('preload', { pathname }),
    refreshInstalledApps: () => send('refresh_installed_apps'),
    refreshCart: () => send('refresh_cart'),
    refreshSubscriptionInfo: () => send('refresh_subscription_info'),
    cartUpdated: (cart) => send('cart_updated', { cart } satisfies MessagesFromHost['cart_updated']),
    changeTheme: (changed) => {
      theme = changed
      if (isLoaded) post({ type: 'change_theme', data: { theme } })
    },
    credentials: (accessToken) => send('credentials', { access_token: accessToken }),
    on: (type, handler) => {
      const all = handlers.get(type) ?? new Set()
      handlers.set(type, all.add(handler))
      return () => void all.delete(handler)
    },
    destroy: () => {
      removeEventListener('message', hear)
      removeEventListener('popstate', follow)
      frame.remove()
    },
  }
}
