import { createVisitorQuota } from './visitor-quota.ts'

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1_000

/** The most visits that one network address can add to one page in a day: enough for the people in an office. */
const OF_SITE = { most: 10, seconds: DAY_SECONDS }

/** Names of robots: programs that read pages without a person. "Cubot" is excluded because it makes telephones. */
const ROBOT = /(?<!cu)bot\b|crawl|spider|slurp|externalhit|mediapartners|lighthouse|pagespeed|prerender/i
const USER_AGENT_READ = 500

export type Visit = { id: string; visitedAt: string; site: string; userAgent: string | undefined }

/** The day (UTC) that a visit counts for: its own day if that is close to now, else today, so that nobody can add rows for other days. */
const dayOf = (visitedAt: string, now: Date): string => {
  const at = Date.parse(visitedAt)
  const isAboutNow = Math.abs(at - now.getTime()) <= DAY_MS
  return (isAboutNow ? new Date(at) : now).toISOString().slice(0, 10)
}

/** Decides which visits count, and for which day. Returns null for a visit that does not count. */
export const createVisitRule = (): ((visit: Visit, now: Date) => string | null) => {
  const quota = createVisitorQuota(OF_SITE)
  return ({ id, visitedAt, site, userAgent = '' }, now) => {
    if (ROBOT.test(userAgent.slice(0, USER_AGENT_READ))) return null
    return quota.take([`${site} ${id}`], now) > 0 ? null : dayOf(visitedAt, now)
  }
}
