import type { HostTheme, MessagesFromHost, MessagesToHost } from '@marketplace/contracts/host-messages/messages'
import { addressOf, mailtoOf, targetOf } from './address.ts'
import { readMessage, type Sent } from './messages.ts'
import { createReader } from './reading.ts'

export type * from '@marketplace/contracts/host-messages/messages'

type Camel<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Text>
/** `onNavigate`, `onAppInstalled` …: a handler for each message of the marketplace. */
export type MessageHandlers = { [Type in keyof MessagesToHost as `on${Camel<Type>}`]?: (data: MessagesToHost[Type]) => void }

export type MarketplaceOptions = MessageHandlers & {
  /** The marketplace's origin, such as https://marketplace.example. */
  url: string
  /** The variant; the agent app's by default. */
  variant?: 'agent-app' | 'helpdesk' | 'text'
  /** `url` shows this variant alone, without a prefix: a host of the marketplace's VARIANT_HOSTS. */
  ownHost?: boolean
  /** The page to begin with: a path within the marketplace, with its query and hash. */
  path?: string
  /** Applications in beta are shown too. */
  beta?: boolean
  /** The theme that your page shows; the person’s own, or the system’s, by default. */
  theme?: HostTheme
  /** The title of the iframe, for screen readers. */
  title?: string
  /**
   * A path of the host, such as /apps/marketplace. The rest of the host's address then follows what the marketplace shows, and the marketplace
   * follows the address.
   */
  syncAddress?: string
}

export type Marketplace = {
  readonly frame: HTMLIFrameElement
  /** Shows another page. */
  navigate: (pathname: string, options?: { replace?: boolean }) => void
  /** Fetches a page that will probably be wanted. */
  preload: (pathname: string) => void
  refreshInstalledApps: () => void
  refreshCart: () => void
  refreshSubscriptionInfo: () => void
  /** The host has changed the cart. */
  cartUpdated: (cart?: unknown) => void
  /** Your page shows another theme now. */
  changeTheme: (theme: HostTheme) => void
  /** Offers a token; the person is asked before it is used. */
  credentials: (accessToken: string) => void
  /** Hears of messages of one type; the answer ends that. */
  on: <Type extends keyof MessagesToHost>(type: Type, handler: (data: MessagesToHost[Type]) => void) => () => void
  /** Removes the iframe and everything that listens. */
  destroy: () => void
}

/** What waits for the marketplace to load is no more than this. */
const MOST_WAITING = 20

const pathOf = ({ variant = 'agent-app', ownHost = false, path = '/', beta = false }: MarketplaceOptions): string => {
  const target = path.startsWith('/') ? path : `/${path}`
  const [, page = '/', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? []
  const shown = page === '/' && variant === 'agent-app' ? '/apps/' : page
  const query =
    beta && !/[?&]beta=true/.test(rest) ? (rest.startsWith('?') ? rest.replace('?', '?beta=true&') : `?beta=true${rest}`) : rest
  return `${ownHost ? '' : `/embed/${variant}`}${shown}${query}`
}

/** Puts the marketplace into the element and connects it to the host. Throws a TypeError if `url` is no address. */
export const mountMarketplace = (element: Element, options: MarketplaceOptions): Marketplace => {
  const { url, variant = 'agent-app', title = 'Marketplace', syncAddress } = options
  const { origin } = new URL(url)
  const handlers = new Map<string, Set<(data: never) => void>>()
  let isLoaded = false
  let waiting: Sent[] = []
  let shown: string | null = null
  let { theme } = options

  const frame = document.createElement('iframe')
  frame.title = title
  frame.allow = 'payment; clipboard-write; fullscreen'
  // The marketplace tells this page alone what happens in it, so it has to know its origin.
  frame.referrerPolicy = 'origin'
  frame.style.cssText = 'display:block;width:100%;height:100%;border:0'
  const first = syncAddress === undefined ? null : targetOf(syncAddress, location)
  frame.src = origin + pathOf({ ...options, path: options.path ?? first ?? '/' })

  const post = (message: Sent): void => frame.contentWindow?.postMessage(message, origin)
  const send = (type: Sent['type'], data?: Sent['data']): void => {
    const message = { type, data }
    if (isLoaded) return post(message)
    // Only the last of several pages will be looked at.
    if (type === 'navigate') waiting = waiting.filter((other) => other.type !== type)
    waiting = [...waiting, message].slice(-MOST_WAITING)
  }
  const navigate: Marketplace['navigate'] = (pathname, { replace = false } = {}) => send('navigate', { pathname, replace })

  const read = createReader(() => performance.now())
  const hear = (event: MessageEvent<unknown>): void => {
    // The data is looked at last: a browser unpacks it then, and it may be huge.
    if (event.origin !== origin || event.source === null || event.source !== frame.contentWindow) return
    const message = read(() => readMessage(event.data))
    if (!message) return
    if (message.type === 'loaded') {
      isLoaded = true
      // Each document hears it: one that was just leaving may have missed a change.
      if (theme) post({ type: 'change_theme', data: { theme } })
      for (const each of waiting.splice(0)) post(each)
    }
    if (message.type === 'navigate' && syncAddress !== undefined) {
      shown = addressOf(syncAddress, variant === 'agent-app', message.data)
      // The page in the frame has its own entry in the history, so the host needs none: "Back" goes back in the frame.
      if (shown.startsWith('/') && !shown.startsWith('//')) history.replaceState(history.state, '', shown)
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
