// A real mail server on loopback, for tests of mail.
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; content: string }

export type TestSmtp = {
  port: number
  url: string
  received: ReceivedMail[]
  /** The server's answer to the next mails: an SMTP code, or null to accept them. */
  refuseWith: (code: number | null) => void
  /** Called when a mail has arrived, before its sender gets the answer. */
  onReceived: (work: () => Promise<void> | void) => void
  close: () => Promise<void>
}

export const openTestSmtp = async (port = 0): Promise<TestSmtp> => {
  const received: ReceivedMail[] = []
  let refusal: number | null = null
  let whenReceived: () => Promise<void> | void = () => {}
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal !== null) return callback(Object.assign(new Error('refused by the test'), { responseCode: refusal }))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString('utf8'),
        })
        const answer = async () => {
          await whenReceived()
          callback()
        }
        void answer()
      })
    },
  })
  // Some tests kill their client in the middle of a mail.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return {
    port: actual,
    url: `smtp://127.0.0.1:${actual}`,
    received,
    refuseWith: (code) => {
      refusal = code
    },
    onReceived: (work) => {
      whenReceived = work
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The paths of the links with a token that were mailed to a person and begin with `path`, the oldest first. */
export const mailedLinks = ({ received }: Pick<TestSmtp, 'received'>, email: string, path: string): string[] =>
  received
    .filter(({ to }) => to.includes(email))
    .flatMap(({ content }) => {
      // Long lines are wrapped, and then "=" is written as "=3D".
      const plain = content.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      const token = plain.split(`${path}?token=`)[1]?.slice(0, 43)
      return token === undefined ? [] : [`${path}?token=${token}`]
    })
