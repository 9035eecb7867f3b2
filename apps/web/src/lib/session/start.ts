import { HOST_TOKEN_KEY, SIGNED_IN_KEY, TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import type { MouseEvent } from 'react'
import { readCookies, readStored } from '../storage.ts'
import { noteArrival } from '../tracking.ts'
import type { Session } from './open-session.ts'
import type { SessionPlace } from './place.ts'
import { settleSession } from './store.ts'
import { takeAddress as takeAnswer } from './take-address.ts'

// The part of the session that every page carries. It knows whether there may be one, and brings the rest when there is.

let place: SessionPlace | null = null
let control: Promise<Session> | undefined

/** Everything that can be done with a session; its code comes at the first call. Rejects where it does not come. */
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

/** Before anything else of the page reads its address, now and whenever that changes. */
export const takeAddress = (): void => {
  addressAnswer = takeAnswer()
  noteArrival(window.location.search)
  const takeLater = () => {
    const found = takeAnswer()
    if (found && place) openedSession().then((session) => session.takeAddress(found), console.error)
  }
  // The first tells whoever listens after us of an address without it; the second is the fragment's own.
  window.addEventListener('popstate', takeLater)
  window.addEventListener('hashchange', takeLater)
}

/** Takes a click on a link to sign in over: the person stays where they are. Where the code for that does not come, the link leads on. */
export const signInHere = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  const { href } = event.currentTarget
  const { pathname, search } = window.location
  openedSession().then(
    (session) => session.signIn(pathname.slice(place?.basename.length) + search),
    () => window.location.assign(href),
  )
}

/** Looks whether somebody may be signed in, and what to do about it: `now` for an answer in the address, `later` when there is time. */
export const startSession = (given: SessionPlace, later: (work: () => void) => void): void => {
  place = given
  const begin = () => void openedSession().then((session) => session.start(), settleSession)
  if (addressAnswer) begin()
  else if (mayBeSignedIn()) later(begin)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_IN_KEY || key === null) hearTab(newValue)
  })
  // A page that comes back out of the browser's memory has heard nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hearTab(readStored('localStorage', SIGNED_IN_KEY))
  })
}

/** Another tab has signed in or out. Where nobody has been here yet, a sign-out is no news. */
const hearTab = (told: string | null): void => {
  if (control || told) openedSession().then((session) => session.hearTab(told), console.error)
}

const mayBeSignedIn = (): boolean =>
  [TOKEN_KEY, HOST_TOKEN_KEY].some((key) => readStored('sessionStorage', key)) ||
  readStored('localStorage', SIGNED_IN_KEY) !== null ||
  readCookies().includes(`${TOKEN_KEY}=`)
