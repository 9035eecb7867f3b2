/** An answer of the accounts server that came in the address. */
export type AddressToken = { token: string | null; state: string; error: string; frenzied: boolean }

/** Reads an authorization's answer out of a fragment; null where there is none in it. */
export const readAddressToken = (hash: string): AddressToken | null => {
  const values = new URLSearchParams(hash.slice(1))
  const token = values.get('access_token')
  const error = values.get('error') ?? ''
  const state = values.get('state') ?? ''
  if (!token && !(error && state)) return null
  return { token, state, error, frenzied: values.get('frenzied') === '1' }
}

/** Takes the answer out of the address at once: nothing that comes later may read, keep or pass on a token (decisions, Accounts). */
export const takeAddressToken = (): AddressToken | null => {
  const { pathname, search, hash } = window.location
  const found = readAddressToken(hash)
  if (found) window.history.replaceState(window.history.state, '', pathname + search)
  return found
}
