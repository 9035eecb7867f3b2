import { BRAND } from '@marketplace/contracts/core/brand'
import { escapeHtml } from '@marketplace/contracts/core/escape-html'
import type { NewMail } from './repository.ts'

type Link = { href: string; text: string }

export type MailContent = {
  recipient: string
  replyTo?: string
  subject: string
  /** Paragraphs of plain text. They are escaped here, so they may contain untrusted text. */
  paragraphs: readonly string[]
  /** The one link of the mail. */
  link?: Link
  /** The links of a mail with several. */
  links?: readonly Link[]
  /** The attached file. */
  attachment?: string
  /** Says why the reader gets this mail, and how to stop it. */
  footer: string
}

/** Untrusted text in one line. A line break in a subject would start another mail header. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A mail as text and as HTML with the same content. */
export const writeMail = ({
  recipient,
  replyTo,
  subject,
  paragraphs,
  link,
  links = link ? [link] : [],
  attachment,
  footer,
}: MailContent): NewMail => {
  const linkText = links.map(({ href, text }) => `${text}: ${href}`)
  const linkHtml = links.map(({ href, text }) => `<p><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`)
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  return {
    recipient,
    ...(replyTo !== undefined && { replyTo }),
    ...(attachment !== undefined && { attachment }),
    subject: oneLine(subject),
    text: [...paragraphs, ...linkText, footer, BRAND.marketplace].join('\n\n'),
    html: [...paragraphs.map(paragraph), ...linkHtml, ...[footer, BRAND.marketplace].map(paragraph)].join('\n'),
  }
}

/** A copy of a mail for storage where others can read it. It lacks the secrets of its links, with which anyone could sign in. */
export const withoutSecrets = <M extends Pick<NewMail, 'text' | 'html'>>(mail: M): M => {
  const hide = (text: string) => text.replaceAll(/([?&](?:amp;)?token=)[\w-]+/g, '$1…')
  return { ...mail, text: hide(mail.text), html: hide(mail.html) }
}
