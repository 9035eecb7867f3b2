import { createTransport } from 'nodemailer'
import { assertNetworkAllowed } from '../core/no-network.ts'
import { MailRefused, type MailTransport } from '../ports/mail-transport.ts'

const CONNECT_WITHIN_MS = 10_000
/** The longest silence (ms) of the mail server during a mail. */
const SILENCE_MS = 15_000
const SEND_WITHIN_MS = 40_000

/** SMTP codes from 500 on are permanent refusals. Codes from 400 on and failed connections may be retried. */
const isFinal = (error: unknown): boolean => {
  const code = (error as { responseCode?: unknown }).responseCode
  return typeof code === 'number' && code >= 500
}

/** Sends mail over SMTP. `url` is smtp:// or smtps://, with user and password if the server needs them. */
export const openSmtp = ({ url, from }: { url: string; from: string }): MailTransport => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: SILENCE_MS,
    // The content of mails is complete, so no file or address has to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ replyTo, attachments = [], ...mail }) => {
      assertNetworkAllowed('mail')
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the mail server did not finish in time')), SEND_WITHIN_MS)
      })
      try {
        await Promise.race([
          transport.sendMail({ from, ...mail, attachments: [...attachments], ...(replyTo !== null && { replyTo }) }),
          late,
        ])
      } catch (error) {
        if (isFinal(error)) throw new MailRefused(error instanceof Error ? error.message : String(error))
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close(),
  }
}
