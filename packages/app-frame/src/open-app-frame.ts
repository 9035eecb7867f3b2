import { ALLOW, appAddress, SANDBOX } from './app-address.ts'
import { type AppEvents, isStateEvent } from './events.ts'
import { type Guarded, guardFrame } from './guard.ts'
import { createPace } from './pace.ts'
import { type Api, connectExistingIframe, type WireMessage } from './published.ts'
import { type AppMessage, readMessage } from './read-message.ts'

/**
 * The state of a framed application: loading, ready, silent (an answer may still come), unreachable, or refused because its address may
 * not be framed.
 */
export type AppFrameState = 'loading' | 'ready' | 'silent' | 'unreachable' | 'refused'

export type AppFrameOptions = {
  /** The element that will contain the frame. */
  container: HTMLElement
  /** The title of the frame, for screen readers. */
  title: string
  address: string
  pluginId: string
  theme: 'light' | 'dark'
  /**
   * The message after which the application is ready: plugin_inited, or the handshake for full-screen applications of the help desk, which never send
   * plugin_inited.
   */
  readyWith: 'plugin_inited' | 'handshake'
  /** The origins to which the application may navigate the window. */
  trustedOrigins?: readonly string[]
  /** The titles of the sections that the application may fill. */
  sections?: readonly string[]
  /** Whether the page's policy allows a request to the application's address. The request shows why an application is silent. */
  mayProbe?: boolean
  onState: (state: AppFrameState) => void
  /** Receives the application's valid requests. `inited` is not among them. */
  onMessage: (message: Exclude<AppMessage, { kind: 'inited' } | { kind: 'transaction-unreadable' }>) => void
}

export type AppFrame = {
  send: <Name extends keyof AppEvents>(name: Name, data: AppEvents[Name]) => void
  /** Loads the address again. */
  reload: () => void
  close: () => void
}

/** How long (ms) to wait for the application's first message before the state becomes `silent`. */
const SILENT_AFTER_MS = 8_000
/** How long (ms) to wait before checking whether the application's address answers. */
const PROBE_AFTER_MS = 1_500
const PROBE_WITHIN_MS = 6_000
/** An application that sends only the handshake counts as ready after this time (ms). */
const INITED_WITHIN_MS = 3_000
/**
 * The shortest time (ms) between two messages that navigate or change the page around the application. The first message is handled at
 * once; of those during the pause, only the newest, after the pause.
 */
const PAUSES_MS: Readonly<Partial<Record<AppMessage['kind'], number>>> = {
  toast: 1_000,
  badge: 250,
  section: 250,
  navigate: 500,
  redirect: 500,
  'reports-filters': 1_000,
}
const HANDSHAKE = { interval: 500, count: 240 }

/** Whether a server answers at an address, with any status. A slow server counts as answering. */
const isReachable = async (address: string): Promise<boolean> => {
  try {
    const options = { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const
    await fetch(address, { ...options, signal: AbortSignal.timeout(PROBE_WITHIN_MS) })
    return true
  } catch (error) {
    return error instanceof DOMException
  }
}

const NO_FRAME: AppFrame = { send: () => {}, reload: () => {}, close: () => {} }

/** Opens an application in a frame, and exchanges messages with it as the published SDKs do. */
export const openAppFrame = (options: AppFrameOptions): AppFrame => {
  const { container, title, pluginId, theme, readyWith, trustedOrigins = [], sections = [], mayProbe = false } = options
  const target = appAddress(options.address, { pluginId, theme, ownOrigin: window.location.origin })
  if (!target) {
    options.onState('refused')
    return NO_FRAME
  }
  const iframe = document.createElement('iframe')
  iframe.title = title
  iframe.setAttribute('sandbox', SANDBOX)
  iframe.allow = ALLOW
  iframe.referrerPolicy = 'strict-origin'

  const guarded: Guarded = { source: () => iframe.contentWindow, origin: target.origin, connection: null }
  const endGuard = guardFrame(guarded)
  const states = new Map<keyof AppEvents, unknown>()
  let state: AppFrameState | null = null
  let api: Api | null = null
  let disconnect = () => {}
  let isClosed = false
  let timers: ReturnType<typeof setTimeout>[] = []

  const be = (next: AppFrameState) => {
    if (state === next) return
    state = next
    options.onState(next)
  }
  const stopWaiting = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const after = (ms: number, work: () => void) => void timers.push(setTimeout(work, ms))

  const tell = (name: keyof AppEvents, data: unknown) => {
    // The application's answer is not used, and may never arrive.
    void api?.call('handle', { event_name: `livechat:${name}`, event_data: data }).catch(() => {})
  }
  const tellStates = () => {
    for (const [name, data] of states) tell(name, data)
  }
  const ready = () => {
    stopWaiting()
    be('ready')
  }

  const paces = new Map<AppMessage['kind'], ReturnType<typeof createPace>>()
  const pass = (message: Parameters<AppFrameOptions['onMessage']>[0]): void => {
    const pauseMs = PAUSES_MS[message.kind]
    if (pauseMs === undefined) return options.onMessage(message)
    const pace = paces.get(message.kind) ?? createPace(pauseMs)
    paces.set(message.kind, pace)
    // A request is dropped if the frame was closed during the pause.
    pace(() => isClosed || options.onMessage(message))
  }

  /** Handles a call of the application. The application waits for an answer, so every call is answered. */
  const handle = (given: unknown): null => {
    const message = readMessage(given, { pluginId, trustedOrigins, sections })
    if (message?.kind === 'inited') {
      if (readyWith === 'plugin_inited') ready()
      // The application listens for events only after this answer.
      setTimeout(tellStates)
    } else if (message?.kind === 'transaction-unreadable') {
      tell('transaction_failed', { error: 'The payment request could not be read.' })
    } else if (message) pass(message)
    return null
  }

  const connect = () => {
    disconnect()
    api = null
    guarded.connection = null
    let isOver = false
    const wire = {
      src: target.href,
      contentWindow: {
        // The library sends messages for a while after its connection was closed.
        postMessage: (message: WireMessage, origin: string) => {
          if (isOver) return
          guarded.connection = { owner: message.owner, instance: message.instance }
          iframe.contentWindow?.postMessage(message, origin)
        },
      },
    }
    const connection = connectExistingIframe({ frame: wire, targetOrigin: target.origin, handshakeRetry: HANDSHAKE }, { handle })
    disconnect = () => {
      isOver = true
      connection.destroy()
    }
    connection.promise.then(
      (connected) => {
        if (isOver) return
        api = connected
        tellStates()
        if (readyWith === 'handshake') ready()
        else after(INITED_WITHIN_MS, ready)
      },
      () => {},
    )
  }
  const probe = async () => {
    if (api || (await isReachable(target.href)) || api || state === 'ready') return
    stopWaiting()
    disconnect()
    be('unreachable')
  }
  const wait = () => {
    stopWaiting()
    be('loading')
    after(SILENT_AFTER_MS, () => be('silent'))
    if (mayProbe) after(PROBE_AFTER_MS, () => void probe())
  }
  const open = () => {
    disconnect()
    wait()
    iframe.src = target.href
  }
  // The frame loads again when the application navigates within its origin. After it leaves its origin, its messages are ignored.
  iframe.addEventListener('load', () => {
    if (state === 'unreachable') return
    if (state === 'ready') wait()
    connect()
  })
  open()
  container.append(iframe)

  return {
    send: (name, data) => {
      if (isStateEvent(name)) states.set(name, data)
      tell(name, data)
    },
    reload: open,
    close: () => {
      isClosed = true
      stopWaiting()
      disconnect()
      endGuard()
      iframe.remove()
    },
  }
}
