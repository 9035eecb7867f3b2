import type { VisitAnswer, Visits } from './visits.ts'

export type Traffic = {
  /** Stops the traffic. Returns all wrong answers, without duplicates. */
  stop: () => Promise<string[]>
}

/** The number of simultaneous visitors. */
const PEOPLE = 6
/** A visitor who gets a 503 waits this long. */
const PAUSE_MS = 50

/** The fault of an answer while the database may be down: any status but success and 503. */
export const wrongWith = (what: string, { status, text }: VisitAnswer): string[] => {
  if (status === null) return [`${what}: no answer (${text})`]
  return status < 500 || status === 503 ? [] : [`${what}: ${status} ${text.slice(0, 200)}`]
}

/** Visitors who look, install and uninstall until `stop`. `mayGetNoAnswer` is for attacks that kill the server. */
export const startTraffic = (visits: Visits, { mayGetNoAnswer = false } = {}): Traffic => {
  const wrong = new Set<string>()
  let stopped = false
  const kinds = [
    ['a page', () => visits.ask(`/apps/?page=${Math.ceil(Math.random() * 1_000)}`, { headers: { accept: 'text/html' } })],
    ['the state of an installation', visits.look],
    ['an install', visits.install],
    ['an uninstall', visits.uninstall],
    ['whose token it is', visits.whoAmI],
  ] as const
  const person = async (number: number) => {
    for (let turn = number; !isStopped(); turn++) {
      const [what, visit] = kinds[turn % kinds.length] ?? kinds[0]
      const answer = await visit()
      if (answer.status === null && mayGetNoAnswer) await pause()
      else for (const line of wrongWith(what, answer)) wrong.add(line)
      if (answer.status === 503) await pause()
    }
  }
  const isStopped = () => stopped
  const people = Array.from({ length: PEOPLE }, (_, number) => person(number))
  return {
    stop: async () => {
      stopped = true
      await Promise.all(people)
      return [...wrong]
    },
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
