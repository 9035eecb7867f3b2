import { ALLOW, appAddress, SANDBOX } from './app-address.ts'
import { type AppEvents, isStateEvent } from './events.ts'
import { type Guarded, guardFrame } from './guard.ts'
import { createPace } from './pace.ts'
import { type Api, connectExistingIframe, type WireMessage } from './published.ts'
import { type AppMessage, readMessage } from './read-message.ts'

/**
 * How a framed application is: on its way, there, without an answer (which may still come), at an address that does not answer, or refused
 * because its address is none that may be framed.
 */
export type AppFrameState = 'loading' | 'ready' | 'silent' | 'unreachable' | 'refused'

export type AppFrameOptions = {
  /** Where the frame is put. */
  container: HTMLElement
  /** The frame's name for people who cannot see it. */
  title: string
  address: string
  pluginId: string
  theme: 'light' | 'dark'
  /** What makes it ready: its plugin_inited, or for a full-screen application of the help desk, which never sends one, the handshake. */
  readyWith: 'plugin_inited' | 'handshake'
  /** The origins to which it may lead the window. */
  trustedOrigins?: readonly string[]
  /** The titles of the sections that it may fill. */
  sections?: readonly string[]
  /** Whether the page may ask the address itself why it is silent: its policy has to allow that. */
  mayProbe?: boolean
  onState: (state: AppFrameState) => void
  /** Its requests, readable and allowed; `inited` is not among them. */
  onMessage: (message: Exclude<AppMessage, { kind: 'inited' } | { kind: 'transaction-unreadable' }>) => void
}

export type AppFrame = {
  send: <Name extends keyof AppEvents>(name: Name, data: AppEvents[Name]) => void
  /** Opens the address anew. */
  reload: () => void
  close: () => void
}

/** How long it may be silent until that is said. */
const SILENT_AFTER_MS = 8_000
/** How long until its address is asked whether anybody is there. */
const PROBE_AFTER_MS = 1_500
const PROBE_WITHIN_MS = 6_000
/** One that has shaken hands and says nothing more is shown after this. */
const INITED_WITHIN_MS = 3_000
/** What changes the page around the application, or leads it on, does so no faster than this: the first at once, then the newest. */
const PAUSES_MS: Readonly<Partial<Record<AppMessage['kind'], number>>> = {
  toast: 1_000,
  badge: 250,
  section: 250,
  navigate: 500,
  redirect: 500,
  'reports-filters': 1_000,
}
const HANDSHAKE = { interval: 500, count: 240 }

/** Whether anything answers at an address, whatever it says. One that takes its time is there. */
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

/** Opens an application in a frame, and talks with it as the published SDKs do. */
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
    // Nobody waits for its answer, and it may give none.
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
    // What was said by an application that is gone by then is not done.
    pace(() => isClosed || options.onMessage(message))
  }

  /** What the application calls. It awaits the answer, so it gets one whatever it has sent. */
  const handle = (given: unknown): null => {
    const message = readMessage(given, { pluginId, trustedOrigins, sections })
    if (message?.kind === 'inited') {
      if (readyWith === 'plugin_inited') ready()
      // It listens to events only once this is answered.
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
        // The library goes on for a while after it was told to stop.
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
  // It loads again when it goes to another page of its own; if it goes elsewhere, nobody answers there.
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
