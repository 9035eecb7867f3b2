export type OutgoingMail = {
  /** An address, without a name. */
  to: string
  /** Where an answer goes; null for the sender's own address. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** The same each time a mail is sent again, so that the receiver can tell a repetition: `<id@host>`. */
  messageId: string
}

/** Mail that cannot be delivered however often it is tried: the receiving server refused it for good. */
export class MailRefused extends Error {}

export type MailTransport = {
  /**
   * Hands a mail to the next mail server and resolves once that server has accepted it. Throws MailRefused if the server refused it
   * for good, and any other error if it may be tried again. Ends within 40 s.
   */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}
