// The script for the shop's pages: the part of Stripe.js that the checkout uses, with the same interface, so that the checkout needs no
// special case.
;(() => {
  type Result = Record<string, unknown> & { error?: { code?: string; type?: string; message?: string } }
  type Message = {
    sandbox?: boolean
    type?: string
    call?: number
    result?: Result
    height?: number
    empty?: boolean
    complete?: boolean
  }
  type Theme = 'stripe' | 'flat' | 'night'
  type Listener = (event: { empty?: boolean; complete?: boolean }) => void

  const own = new URL((document.currentScript as HTMLScriptElement).src).origin
  const ANSWER_WITHIN_MS = 30_000
  const failure = (message: string): Result => ({ error: { type: 'api_connection_error', message } })
  const UNREACHABLE = failure('The payment provider cannot be reached. Try again.')

  /** Creates a frame with a page of the sandbox. `onMessage` receives its messages. */
  const frame = (path: string, title: string, onMessage: (message: Message) => void) => {
    const node = document.createElement('iframe')
    node.src = own + path
    node.title = title
    Object.assign(node.style, { width: '100%', border: '0', display: 'block', colorScheme: 'normal' })
    const hear = (event: MessageEvent<Message>) => {
      if (event.origin !== own || event.source !== node.contentWindow || !event.data.sandbox) return
      if (event.data.height) node.style.height = `${event.data.height}px`
      onMessage(event.data)
    }
    addEventListener('message', hear)
    return { node, end: () => removeEventListener('message', hear) }
  }

  const createCard = (theme: Theme | undefined) => {
    const waiting = new Map<number, (result: Result) => void>()
    const listeners = new Map<string, Listener[]>()
    let calls = 0
    let place: Element | null = null
    /** Messages to the card field that are sent before the field is ready; null afterwards. */
    let early: object[] | null = []
    const field = frame(`/card-field${theme ? `?theme=${theme}` : ''}`, 'Card details', (message) => {
      if (message.type === 'ready') for (const each of takeEarly()) send(each)
      if (message.type === 'result') waiting.get(message.call ?? -1)?.(message.result ?? UNREACHABLE)
      if (message.type === 'submit') place?.closest('form')?.requestSubmit()
      for (const listener of listeners.get(message.type ?? '') ?? [])
        listener({ empty: message.empty, complete: message.complete } as object)
    })
    field.node.style.height = '212px'
    const send = (message: object): void => {
      if (early) early.push(message)
      else field.node.contentWindow?.postMessage(message, own)
    }
    const takeEarly = (): object[] => {
      const taken = early ?? []
      early = null
      return taken
    }
    return {
      mount: (to: string | Element) => {
        place = typeof to === 'string' ? document.querySelector(to) : to
        place?.append(field.node)
      },
      unmount: () => field.node.remove(),
      destroy: () => {
        field.node.remove()
        field.end()
      },
      focus: () => send({ type: 'focus' }),
      on: (name: string, listener: Listener) => void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
      setTheme: (to: Theme) => send({ type: 'theme', theme: to === 'night' ? 'dark' : 'light' }),
      createPaymentMethod: (key: string) =>
        new Promise<Result>((resolve) => {
          const call = (calls += 1)
          const finish = (result: Result) => {
            clearTimeout(timer)
            waiting.delete(call)
            resolve(result)
          }
          const timer = setTimeout(() => finish(UNREACHABLE), ANSWER_WITHIN_MS)
          waiting.set(call, finish)
          send({ type: 'create', call, key })
        }),
    }
  }
  type Card = ReturnType<typeof createCard>

  /** Shows the bank's page over the shop's page, until the cardholder answers or closes it. */
  const showChallenge = (source: string, theme: Theme | undefined): Promise<void> =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      const before = document.activeElement
      dialog.setAttribute('aria-label', 'Confirm it is you')
      Object.assign(dialog.style, {
        width: 'min(420px, calc(100vw - 32px))',
        // A shop's style sheet may have taken the margins of all elements.
        margin: 'auto',
        padding: '0',
        border: '0',
        borderRadius: '20px',
        overflow: 'hidden',
      })
      const end = () => {
        clearTimeout(timer)
        page.end()
        dialog.remove()
        if (before instanceof HTMLElement) before.focus()
        resolve()
      }
      let isShown = false
      const page = frame(`/challenge/${source}${theme ? `?theme=${theme}` : ''}`, 'Confirm it is you', ({ type }) => {
        clearTimeout(timer)
        if (type === 'done' || type === 'close') return end()
        if (!isShown) page.node.focus()
        isShown = true
      })
      const timer = setTimeout(end, ANSWER_WITHIN_MS)
      page.node.style.height = '420px'
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        end()
      })
      // The dialog has the focus until the page in the frame is there. A frame that is focused while its first page arrives from another
      // process loses the focus, so that no key reaches the bank's page.
      dialog.tabIndex = -1
      dialog.style.outline = 'none'
      document.body.append(dialog)
      dialog.showModal()
      dialog.append(page.node)
    })

  const Stripe = (key: string) => {
    let theme: Theme | undefined
    const call = async (path: string, body?: Record<string, string>): Promise<Result> => {
      const options = body && { method: 'POST', body: new URLSearchParams(body) }
      try {
        const response = await fetch(own + path, {
          ...options,
          headers: { authorization: `Bearer ${key}` },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        })
        return (await response.json()) as Result
      } catch {
        return UNREACHABLE
      }
    }
    /** The path of the intent with this client secret: `pi_…_secret_…` or `seti_…_secret_…`. */
    const pathOf = (secret: string) =>
      `/v1/${secret.startsWith('seti_') ? 'setup' : 'payment'}_intents/${encodeURIComponent(secret.split('_secret_')[0] ?? '')}`
    const retrieve = (secret: string) => call(`${pathOf(secret)}?client_secret=${encodeURIComponent(secret)}`)

    const resultOf = (secret: string, intent: Result): Result => {
      if (intent.error) return { error: intent.error }
      const setup = secret.startsWith('seti_')
      const error = intent[setup ? 'last_setup_error' : 'last_payment_error'] as Result['error'] | null
      const name = setup ? 'setupIntent' : 'paymentIntent'
      return intent.status === 'requires_payment_method' && error ? { error } : { [name]: intent }
    }
    /** Shows the challenge of an intent, if it has one. Afterwards the intent contains the result. */
    const handleNextAction = async ({ clientSecret }: { clientSecret: string }): Promise<Result> => {
      const intent = await retrieve(clientSecret)
      const action = intent.next_action as { use_stripe_sdk?: { source?: string } } | null | undefined
      const source = action?.use_stripe_sdk?.source
      if (!source) return resultOf(clientSecret, intent)
      await showChallenge(source, theme)
      return resultOf(clientSecret, await retrieve(clientSecret))
    }
    type Given = { payment_method: string | { card: Card } }
    const confirm = async (clientSecret: string, { payment_method: given }: Given): Promise<Result> => {
      let id = given
      if (typeof id !== 'string') {
        const created = await id.card.createPaymentMethod(key)
        if (created.error) return created
        id = (created.paymentMethod as { id: string }).id
      }
      const intent = await call(`${pathOf(clientSecret)}/confirm`, { client_secret: clientSecret, payment_method: id })
      return intent.error ? { error: intent.error } : handleNextAction({ clientSecret })
    }
    return {
      elements: (options: { appearance?: { theme?: Theme } } = {}) => {
        theme = options.appearance?.theme
        const cards: Card[] = []
        return {
          create: (_type: 'card') => {
            const card = createCard(theme)
            cards.push(card)
            return card
          },
          update: (changed: { appearance?: { theme?: Theme } }) => {
            theme = changed.appearance?.theme ?? theme
            for (const card of cards) if (theme) card.setTheme(theme)
          },
        }
      },
      createPaymentMethod: ({ card }: { type: 'card'; card: Card }) => card.createPaymentMethod(key),
      confirmCardSetup: confirm,
      confirmCardPayment: confirm,
      handleNextAction,
    }
  }
  Object.assign(window, { Stripe })
})()
