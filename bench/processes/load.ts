// Requests pages from a server repeatedly, in its own process. It implements just enough HTTP/1.1 to separate answers, because on
// a small machine a complete client takes as much processor time as the measured server.
import { connect, type Socket } from 'node:net'
import { answerParent, endWithParent } from './worker.ts'

/** A request: the path of a GET, or a body that is posted as JSON. */
export type Asked = string | { path: string; body: string }

export type Load = {
  port: number
  /** Requested one after the other, starting again after the last. */
  asked: readonly Asked[]
  headers: Readonly<Record<string, string>>
  connections: number
  /** Ends after so many requests or seconds. */
  until: { requests: number } | { seconds: number }
  /** Whether 429 and 503 are accepted too. */
  mayBeRefused?: boolean
}
export type Loaded = { requests: number; refused: number; seconds: number }

const HEAD_END = Buffer.from('\r\n\r\n')

/** A request as bytes. */
const requestOf = (asked: Asked, lines: readonly string[]): Buffer => {
  if (typeof asked === 'string') return Buffer.from([`GET ${asked} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  const length = `content-length: ${Buffer.byteLength(asked.body)}`
  return Buffer.from(
    [`POST ${asked.path} HTTP/1.1`, ...lines, 'content-type: application/json', length, '', asked.body].join('\r\n'),
  )
}

const run = async ({ port, asked: all, headers, connections, until, mayBeRefused = false }: Load): Promise<Loaded> => {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const requests = all.map((one) => requestOf(one, lines))
  let asked = 0
  let answered = 0
  let refused = 0
  const started = performance.now()
  const isOver = () => ('requests' in until ? asked >= until.requests : performance.now() - started >= until.seconds * 1_000)
  const next = () => (isOver() ? undefined : requests[asked++ % requests.length])
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepAsking(connect({ host: '127.0.0.1', port, noDelay: true }), next, (status) => {
        if (status === 200) answered++
        else if (mayBeRefused && (status === 429 || status === 503)) refused++
        else return false
        return true
      }),
    ),
  )
  return { requests: answered, refused, seconds: (performance.now() - started) / 1_000 }
}

/** Sends requests on one connection until `next` has no more. Rejects at an incomplete answer, and at a status that `onAnswer` refuses. */
const keepAsking = (socket: Socket, next: () => Buffer | undefined, onAnswer: (status: number) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    let waits = false
    /** Bytes of the body that are still missing; null while the head is being read. */
    let missing: number | null = null
    let head: Buffer | null = null
    const ask = () => {
      const request = next()
      waits = request !== undefined
      if (request) socket.write(request)
      else socket.end(() => resolve())
    }
    const fail = (message: string) => {
      socket.destroy()
      reject(new Error(message))
    }
    socket.on('data', (chunk: Buffer) => {
      if (missing === null) {
        const text: Buffer = head ? Buffer.concat([head, chunk]) : chunk
        const end = text.indexOf(HEAD_END)
        if (end < 0) {
          head = text
          return
        }
        head = null
        const lines = text.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(lines)?.[1]
        const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines)?.[1])
        if (length === undefined || !onAnswer(status)) return fail(`an answer was not as expected: ${lines}`)
        missing = Number(length) - (text.length - end - HEAD_END.length)
      } else missing -= chunk.length
      if (missing > 0) return
      missing = null
      ask()
    })
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('close', () => (waits ? fail('the server hung up before it had answered') : resolve()))
  })

endWithParent()
answerParent(null, { run })
