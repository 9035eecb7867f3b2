import { CallError } from '@marketplace/contracts/api/client'
import { BlockedCall } from '../../lib/session/watched-fetch.ts'
import type { FailureArea } from '@marketplace/domain/failure-areas'
import { isNoise } from './error-noise.ts'

/** The most reports that one document sends: repeated errors contain nothing new. */
const MOST_REPORTS = 20

const withoutQuery = (text: string): string => text.slice(0, 2_000).replaceAll(/[?#][^\s'"()]*/g, '')

/**
 * The text of an error with addresses cut to their origin, and without ids, codes and e-mail addresses. Browsers put addresses into their
 * errors, and other errors may quote what somebody has entered.
 */
export const plainMessage = (text: string): string =>
  withoutQuery(text)
    .replaceAll(/(\bhttps?:\/\/[^\s/'"()]*)[^\s'"()]*/g, '$1')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '(id)')
    .replaceAll(/(?:\b[a-z]{2,4}:)?[\w-]{32,}/g, '(code)')
    // Paths contain the sign encoded, sometimes twice.
    .replaceAll(/[^\s@'"()]{1,64}(?:@|%(?:25)?40)[^\s@'"()]{1,255}/g, '(e-mail)')

type Reporter = (error: Error, tags: Record<string, string>) => void

/** Sentry's client without its integrations, so that it reports only the errors that it is given. */
const openReporter = async (dsn: string, release: string, variant: string): Promise<Reporter> => {
  const { BrowserClient, defaultStackParser, makeFetchTransport, Scope } = await import('@sentry/browser')
  const client = new BrowserClient({
    dsn,
    release,
    integrations: [],
    stackParser: defaultStackParser,
    transport: makeFetchTransport,
    sendClientReports: false,
    // The service must not store the IP address of the reporter.
    dataCollection: { userInfo: false },
    beforeSend: ({ request: _, user: __, breadcrumbs: ___, extra: ____, ...event }) => {
      for (const each of event.exception?.values ?? []) {
        if (each.value) each.value = plainMessage(each.value)
        for (const frame of each.stacktrace?.frames ?? []) if (frame.filename) frame.filename = withoutQuery(frame.filename)
      }
      return event
    },
  })
  client.init()
  return (error, tags) => {
    const scope = new Scope()
    scope.setTags({ variant, ...tags })
    client.captureException(error, undefined, scope)
  }
}

/** Whether the API refused a call. That is normal, and not an error of the page. */
const isRefusal = (error: unknown): boolean => error instanceof CallError && !(error instanceof BlockedCall) && error.status < 500

export type ReportsOptions = { dsn: string; release: string; variant: string; areaHere: () => FailureArea | null }

/** Reports failures to the error-reporting service. Its code is loaded with the first failure. */
export const openReports = ({ dsn, release, variant, areaHere }: ReportsOptions) => {
  let reporter: Promise<Reporter> | undefined
  const told = new Set<string>()
  return (given: unknown, area: FailureArea | null): void => {
    const error = given instanceof Error ? given : new Error(String(given))
    // ProviderBlocked is recognized by its `name`: its class belongs to the screens that take a card, and a build shortens the names of
    // classes.
    const isBlocked = error instanceof BlockedCall || error.name === 'ProviderBlocked'
    if (isRefusal(error) || (!isBlocked && isNoise(error))) return
    const key = `${error.name} ${error.message} ${error.stack?.slice(0, 500)}`
    if (told.has(key) || told.size >= MOST_REPORTS) return
    told.add(key)
    const where = area ?? areaHere()
    const tags = { ...(where && { [where]: 'true' }), ...(isBlocked && { ad_blocker: 'true' }) }
    reporter ??= openReporter(dsn, release, variant)
    reporter.then(
      (tell) => tell(error, tags),
      () => {
        reporter = undefined
      },
    )
  }
}
