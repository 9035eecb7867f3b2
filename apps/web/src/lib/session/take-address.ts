import { paths } from '../paths.ts'

// Every page carries this: it only tells that there is an answer. What it says is read with the rest of the session.

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>

/** A token in a fragment, or the accounts server's answer to a question in the query of the page to sign in; null if there is neither. */
export const answerIn = ({ pathname, search, hash }: Address): string | null => {
  if (/[#&]access_token=./.test(hash)) return hash
  return pathname.endsWith(paths.signIn()) && /[?&]state=./.test(search) ? search : null
}

/** Takes the answer out of the address at once: nothing that comes later may read, keep or pass on what is in it. */
export const takeAddress = (): string | null => {
  const { pathname, search, hash } = window.location
  const found = answerIn(window.location)
  if (found) window.history.replaceState(window.history.state, '', found === hash ? pathname + search : pathname)
  return found
}
