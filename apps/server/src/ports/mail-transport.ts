export type MailAttachment = { filename: string; contentType: string; content: Buffer }

export type OutgoingMail = {
  /** An address, without a name. */
  to: string
  /** The Reply-To address; null for none. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** Absent if nothing is attached. */
  attachments?: readonly MailAttachment[]
  /** The Message-ID, `<id@host>`. It stays the same when a mail is sent again, so that the receiver can detect the repetition. */
  messageId: string
}

/** The receiving server refused the mail permanently. Retrying is useless. */
export class MailRefused extends Error {}

export type MailTransport = {
  /**
   * Passes a mail to the mail server and resolves when that server has accepted it. Throws MailRefused if the server refused the mail
   * permanently, and any other error if a retry may succeed. Takes at most 40 s.
   */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}
