// Asks the accounts server who is signed in: requests a code with PKCE (S256), in a hidden frame or in a popup.

const CLIENT_ID = 'sample-host'
const SILENT_WITHIN_MS = 2_500
const LOOK_EVERY_MS = 250
const POPUP = 'popup,width=500,height=650'

export type Question = { address: string; verifier: string; state: string; redirectUri: string }

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(48)))

/** Prepares a request before the click that sends it, because browsers open a popup only while they handle a click. */
export const prepareQuestion = async (accounts: string, own: string): Promise<Question> => {
  const [verifier, state, redirectUri] = [randomText(), randomText(), `${own}/`]
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
    flow: 'button',
    state,
  })
  return { address: `${accounts}/?${query}`, verifier, state, redirectUri }
}

/** Reads a message of the accounts server: the code, 'refused' for an error, or null if the message does not answer this request. */
const codeOf = (message: unknown, state: string): { code: string } | 'refused' | null => {
  if (typeof message !== 'object' || message === null) return null
  const { data, error } = message as { data?: { code?: unknown; state?: unknown }; error?: unknown }
  if (error) return 'refused'
  return data && typeof data.code === 'string' && data.state === state ? { code: data.code } : null
}

/**
 * Waits for the answer of the window that was opened, and ignores other origins. Null if the answer is an error, or once `isOver` returns
 * true.
 */
const answerOf = (question: Question, from: () => Window | null, isOver: () => boolean): Promise<string | null> =>
  new Promise((resolve) => {
    const { origin } = new URL(question.address)
    let wasOver = false
    const settle = (code: string | null) => {
      window.removeEventListener('message', hear)
      clearInterval(timer)
      resolve(code)
    }
    const hear = (event: MessageEvent<unknown>) => {
      const { origin: sender, source } = event
      // `event.data` is read last: reading makes the browser unpack it, and it may be huge.
      if (sender !== origin || (source !== null && source !== from())) return
      const answer = codeOf(event.data, question.state)
      // The message of a popup that has closed itself has no source. The state in the message identifies the request.
      if (answer === null || (source === null && answer === 'refused')) return
      settle(answer === 'refused' ? null : answer.code)
    }
    // The first check that finds the popup closed waits for another one, because a last message may still arrive.
    const timer = setInterval(() => {
      if (wasOver) settle(null)
      wasOver = isOver()
    }, LOOK_EVERY_MS)
    window.addEventListener('message', hear)
  })

export const askSilently = async (question: Question): Promise<string | null> => {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = 'Sign-in'
  frame.src = question.address
  const deadline = Date.now() + SILENT_WITHIN_MS
  const answer = answerOf(
    question,
    () => frame.contentWindow,
    () => Date.now() > deadline,
  )
  document.body.append(frame)
  const code = await answer
  frame.remove()
  return code
}

/**
 * Resolves with the code; null if the accounts server refused or the popup was closed. Returns 'blocked' if the browser opens no window.
 */
export const askInPopup = (question: Question): Promise<string | null> | 'blocked' => {
  const popup = window.open(question.address, 'sample-host-sign-in', POPUP)
  if (!popup) return 'blocked'
  return answerOf(
    question,
    () => popup,
    () => popup.closed,
  )
}
