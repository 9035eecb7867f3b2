import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'

/** RFC 7636, S256: what the accounts server is told of a verifier before it sees it. */
export const challengeOf = async (verifier: string): Promise<string> => {
  // A browser has no hashes for an address without https, and the accounts server's cookie would not be kept there either.
  if (!crypto.subtle) throw new Error(SESSION_TEXTS.insecure)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
