import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import type * as Sentry from '@sentry/node'
import type { ErrorReports, ReportedError } from '../ports/error-reports.ts'

/** The most reports in a minute, so that many failures do not cause as many reports. */
const MOST_A_MINUTE = 30
const CLOSE_WITHIN_MS = 1_000
const MOST_CAUSES = 3

type HttpModule = NonNullable<Parameters<(typeof Sentry)['makeNodeTransport']>[0]['httpModule']>

type Options = {
  dsn: string
  release: string
  now?: () => number
  /** How long (ms) to wait for the service's answer; shorter in tests. */
  answerWithinMs?: number
  load?: () => Promise<typeof Sentry>
}
const ANSWER_WITHIN_MS = 10_000

/**
 * Sentry's client without integrations: no patched modules, no request data, no host name, no local variables. Its code is loaded with
 * the first failure.
 */
const openClient = async ({ dsn, release, answerWithinMs = ANSWER_WITHIN_MS, load = () => import('@sentry/node') }: Options) => {
  const { NodeClient, defaultStackParser, makeNodeTransport } = await load()
  // The timeout matters if the service accepts connections and never answers: each report would keep a connection, and later reports would
  // wait.
  const send = dsn.startsWith('https:') ? requestHttps : requestHttp
  const httpModule: HttpModule = {
    request: (asked, answered) =>
      send(
        { ...(asked as RequestOptions), signal: AbortSignal.timeout(answerWithinMs) },
        answered as (message: IncomingMessage) => void,
      ),
  }
  const client = new NodeClient({
    dsn,
    release,
    integrations: [],
    stackParser: defaultStackParser,
    transport: (transport) => makeNodeTransport({ ...transport, httpModule }),
    sendClientReports: false,
    includeServerName: false,
    dataCollection: { userInfo: false },
    tracesSampleRate: 0,
  })
  client.init()
  const exceptionOf = ({ type, message, stack }: ReportedError): Sentry.Exception => ({
    type,
    value: message,
    ...(stack && { stacktrace: { frames: defaultStackParser(stack) } }),
  })
  return { client: client satisfies Sentry.NodeClient, exceptionOf }
}

/** An error and its causes, the innermost first, as Sentry orders them. */
const chainOf = (error: ReportedError): ReportedError[] => {
  const chain = [error]
  for (let cause = error.cause; cause && chain.length <= MOST_CAUSES; cause = cause.cause) chain.unshift(cause)
  return chain
}

export const openSentryReports = (options: Options): ErrorReports => {
  const { now = Date.now } = options
  let opening: ReturnType<typeof openClient> | undefined
  let window = { began: 0, count: 0 }
  const hasRoom = (): boolean => {
    if (now() - window.began >= 60_000) window = { began: now(), count: 0 }
    return ++window.count <= MOST_A_MINUTE
  }
  const opened = async (client: ReturnType<typeof openClient>) => {
    try {
      return await client
    } catch (error) {
      // The next report tries to load it again.
      opening = undefined
      throw error
    }
  }
  const send = async (error: ReportedError, area: string | null): Promise<void> => {
    opening ??= openClient(options)
    const { client, exceptionOf } = await opened(opening)
    client.captureEvent({
      level: 'error',
      platform: 'node',
      exception: { values: chainOf(error).map(exceptionOf) },
      tags: area === null ? {} : { [area]: 'true' },
    })
  }
  return {
    report: (failure, area) => {
      // The log contains every failure, whether it is reported or not.
      if (hasRoom()) void send(failure, area).catch(() => {})
    },
    close: async () => {
      const open = await opening?.catch(() => undefined)
      await open?.client.close(CLOSE_WITHIN_MS)
    },
  }
}
