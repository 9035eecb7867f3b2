import { browserTokens } from './token-storage.ts'

// The first requests of a screen are sent while the session is still being confirmed, so that neither waits for the other. Each response is
// stored here until the screen needs it.

/** The time (ms) for which a response may be used. After that the request is sent again, because the data may have changed. */
const FRESH_MS = 10_000

type Waiting = { token: string; until: number; response: Promise<Response> }
const waiting = new Map<string, Waiting>()

/** Sends a GET request with the stored token, if there is one. The server checks the token, as it does for each request. */
export const askAhead = (address: string, send: (token: string, address: string) => Promise<Response>): void => {
  const token = browserTokens.ofTab() ?? browserTokens.ofCookie()
  if (token === null) return
  const response = send(token, address)
  // The screen shows a failure when it takes the response. Without this handler, browsers would report a failure that no screen takes.
  response.catch(() => {})
  waiting.set(address, { token, until: performance.now() + FRESH_MS, response })
}

/** Returns the response to an early request with the same token, and removes it. */
export const takeAhead = (address: string, token: string): Promise<Response> | null => {
  const found = waiting.get(address)
  waiting.delete(address)
  return found && found.token === token && performance.now() <= found.until ? found.response : null
}
