import { POPUP_SIZE, SESSION_TEXTS, SILENT_TIMEOUT_MS } from '@marketplace/contracts/accounts/session'
import { type Answer, readAnswer } from './authorize-address.ts'
import { randomText } from './random-text.ts'

/** How often it is looked whether a popup was closed, and how long its last message may take to arrive after that. */
const LOOK_EVERY_MS = 250

type Listen = (given: { origin: string; from: () => Window | null; settle: (answer: Answer) => void }) => () => void

/** The accounts server's answers: only from its origin, and only from the window that was asked. */
const listen: Listen = ({ origin, from, settle }) => {
  const hear = (event: MessageEvent<unknown>) => {
    const { origin: sender, source } = event
    // The data is looked at last: a browser unpacks it then, and it may be huge.
    if (sender !== origin || (source !== null && source !== from())) return
    const answer = readAnswer(event.data)
    // A popup that closed itself right after its message has no window any more; its answer is known by its state alone.
    const isOurs = source !== null || (answer !== null && 'code' in answer)
    if (answer && isOurs) settle(answer)
  }
  window.addEventListener('message', hear)
  return () => window.removeEventListener('message', hear)
}

/** Asks without showing anything. An answer that does not come in time is 'Timeout'. */
export const askInFrame = (address: string, timeoutMs = SILENT_TIMEOUT_MS): Promise<Answer> =>
  new Promise((resolve) => {
    const frame = document.createElement('iframe')
    const settle = (answer: Answer) => {
      stop()
      clearTimeout(timer)
      frame.remove()
      resolve(answer)
    }
    const stop = listen({ origin: new URL(address).origin, from: () => frame.contentWindow, settle })
    const timer = setTimeout(() => settle({ error: SESSION_TEXTS.timeout }), timeoutMs)
    frame.hidden = true
    frame.title = 'Sign-in'
    frame.src = address
    document.body.append(frame)
  })

export type PopupAnswer = Answer | { gone: 'blocked' | 'closed' }

const popupFeatures = (): string => {
  const { width, height } = POPUP_SIZE
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  return `popup,resizable,scrollbars,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`
}

/** A second press finds the window of the first. Nobody else can have opened one by this name. */
const POPUP_NAME = `marketplace-sign-in-${randomText(21)}`

/** Asks in a window of its own; to be called while a click is being answered. */
export const askInPopup = (address: string, onOpen: (popup: { focus: () => void }) => void): Promise<PopupAnswer> =>
  new Promise((resolve) => {
    const popup = window.open(address, POPUP_NAME, popupFeatures())
    if (!popup) return resolve({ gone: 'blocked' })
    const settle = (answer: PopupAnswer) => {
      stop()
      clearInterval(timer)
      resolve(answer)
    }
    const stop = listen({ origin: new URL(address).origin, from: () => popup, settle })
    let wasClosed = false
    const timer = setInterval(() => {
      if (wasClosed) settle({ gone: 'closed' })
      wasClosed = popup.closed
    }, LOOK_EVERY_MS)
    onOpen(popup)
  })
