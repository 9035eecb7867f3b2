import { POPUP_SIZE, SESSION_TEXTS, SILENT_TIMEOUT_MS } from '@marketplace/contracts/accounts/session'
import { type SignInAnswer, readAnswer } from './authorize-address.ts'
import { randomText } from './random-text.ts'

/** How often (ms) to check whether a popup was closed, and how long its last message may take to arrive after that. */
const LOOK_EVERY_MS = 250

type Listen = (given: { origin: string; from: () => Window | null; settle: (answer: SignInAnswer) => void }) => () => void

/** Listens for the accounts server's answers: only from its origin, and only from the window that was opened. */
const listen: Listen = ({ origin, from, settle }) => {
  const hear = (event: MessageEvent<unknown>) => {
    const { origin: sender, source } = event
    // `event.data` is read last: reading makes the browser unpack it, and it may be huge.
    if (sender !== origin || (source !== null && source !== from())) return
    const answer = readAnswer(event.data)
    // The message of a popup that has closed itself has no source. Its answer is recognized by its state.
    const isOurs = source !== null || (answer !== null && 'code' in answer)
    if (answer && isOurs) settle(answer)
  }
  window.addEventListener('message', hear)
  return () => window.removeEventListener('message', hear)
}

/** Asks in a hidden frame. Resolves with 'Timeout' if no answer comes in time. */
export const askInFrame = (address: string, timeoutMs = SILENT_TIMEOUT_MS): Promise<SignInAnswer> =>
  new Promise((resolve) => {
    const frame = document.createElement('iframe')
    const settle = (answer: SignInAnswer) => {
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

export type PopupAnswer = SignInAnswer | { gone: 'blocked' | 'closed' }

const popupFeatures = (): string => {
  const { width, height } = POPUP_SIZE
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  return `popup,resizable,scrollbars,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`
}

/** A second click reuses the first window. The name is random, so that no other page can know it and open the window first. */
const POPUP_NAME = `marketplace-sign-in-${randomText(21)}`

/** Asks in a popup. Call it while handling a click, or browsers block the window. */
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
