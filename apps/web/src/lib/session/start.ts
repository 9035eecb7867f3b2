import { HOST_TOKEN_KEY, SIGNED_IN_KEY, TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import type { MouseEvent } from 'react'
import { opensElsewhere } from '../opens-elsewhere.ts'
import { readCookies, readStored } from '../storage.ts'
import { noteArrival } from '../tracking.ts'
import type { Session } from './open-session.ts'
import type { SessionPlace } from './place.ts'
import { settleSession } from './store.ts'
import { takeAddress as takeAnswer } from './take-address.ts'

// The part of the session that every page loads. It loads the rest if somebody may be signed in.

let place: SessionPlace | null = null
let control: Promise<Session> | undefined

/** The session with all its actions. Its code is loaded at the first call. Rejects if that fails. */
export const openedSession = (): Promise<Session> => {
  control ??= import('./open-session.ts').then(({ openSession }) => {
    if (!place) throw new Error('The session has no place yet')
    return openSession(place, addressAnswer)
  })
  control.catch(() => {
    control = undefined
  })
  return control
}

let addressAnswer: string | null = null

/**
 * Removes answers of the accounts server from the address and handles them, now and after each change of the address. Call it before other
 * code reads the address.
 */
export const takeAddress = (): void => {
  addressAnswer = takeAnswer()
  noteArrival(window.location.search)
  const takeLater = () => {
    const found = takeAnswer()
    if (found && place) openedSession().then((session) => session.takeAddress(found), console.error)
  }
  // popstate comes first, so later listeners see an address without the answer. hashchange covers typed fragments.
  window.addEventListener('popstate', takeLater)
  window.addEventListener('hashchange', takeLater)
}

/** Handles a click on a sign-in link without leaving the page. If the code cannot be loaded, the link is followed. */
export const signInHere = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (opensElsewhere(event)) return
  event.preventDefault()
  const { href } = event.currentTarget
  const { pathname, search } = window.location
  openedSession().then(
    (session) => session.signIn(pathname.slice(place?.basename.length) + search),
    () => window.location.assign(href),
  )
}

/** Starts the session: at once if the address has an answer, by `later` if somebody may be signed in. */
export const startSession = (given: SessionPlace, later: (work: () => void) => void): void => {
  place = given
  const begin = () => void openedSession().then((session) => session.start(), settleSession)
  if (addressAnswer) begin()
  else if (mayBeSignedIn()) later(begin)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_IN_KEY || key === null) hearTab(newValue)
  })
  // A page from the back/forward cache has missed earlier events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hearTab(readStored('localStorage', SIGNED_IN_KEY))
  })
}

/** Another tab has signed in or out. A sign-out does not matter here unless the session was loaded. */
const hearTab = (told: string | null): void => {
  if (control || told) openedSession().then((session) => session.hearTab(told), console.error)
}

const mayBeSignedIn = (): boolean =>
  [TOKEN_KEY, HOST_TOKEN_KEY].some((key) => readStored('sessionStorage', key)) ||
  readStored('localStorage', SIGNED_IN_KEY) !== null ||
  readCookies().includes(`${TOKEN_KEY}=`)
