import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'

/** The PKCE challenge of a verifier (RFC 7636, S256). */
export const challengeOf = async (verifier: string): Promise<string> => {
  // Without https, browsers offer no hash functions, and the accounts server's cookie could not be stored either.
  if (!crypto.subtle) throw new Error(SESSION_TEXTS.insecure)
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
