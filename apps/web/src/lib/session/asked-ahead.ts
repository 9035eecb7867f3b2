import { browserTokens } from './token-storage.ts'

// A screen's first requests are sent while the session is still being confirmed, so that neither waits for the other. Each answer waits
// here until the screen asks for it.

/** How long an answer may wait (ms). A later request is sent anew, because the data may have changed. */
const FRESH_MS = 10_000

type Waiting = { token: string; until: number; response: Promise<Response> }
const waiting = new Map<string, Waiting>()

/** Sends a GET request with the stored token, if there is one. The server checks the token, as it does for each request. */
export const askAhead = (address: string, send: (token: string, address: string) => Promise<Response>): void => {
  const token = browserTokens.ofTab() ?? browserTokens.ofCookie()
  if (token === null) return
  const response = send(token, address)
  // A failure is shown by the screen, which may never ask.
  response.catch(() => {})
  waiting.set(address, { token, until: performance.now() + FRESH_MS, response })
}

/** The response to an early request with the same token. Each is taken once. */
export const takeAhead = (address: string, token: string): Promise<Response> | null => {
  const found = waiting.get(address)
  waiting.delete(address)
  return found && found.token === token && performance.now() <= found.until ? found.response : null
}
