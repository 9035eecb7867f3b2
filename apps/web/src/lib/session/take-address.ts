import { paths } from '../paths.ts'

// Every page loads this code. It only finds the answer in the address; the session's own code reads it.

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/** Returns a token in a fragment, or the accounts server's answer in the query of the sign-in page; null if there is neither. */
export const answerIn = ({ pathname, search, hash }: Address): string | null => {
  if (/[#&]access_token=./.test(hash)) return hash
  return pathname.endsWith(paths.signIn()) && /[?&]state=./.test(search) ? search : null
}

/** Removes the answer from the address at once, so that no other code can read, store or send it. */
export const takeAddress = (): string | null => {
  const { pathname, search, hash } = window.location
  const found = answerIn(window.location)
  if (found) window.history.replaceState(window.history.state, '', found === hash ? pathname + search : pathname)
  return found
}
