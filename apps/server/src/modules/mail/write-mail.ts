import { BRAND } from '@marketplace/contracts/brand'
import { escapeHtml } from '@marketplace/domain/escape-html'
import type { NewMail } from './repository.ts'

export type MailContent = {
  recipient: string
  replyTo?: string
  subject: string
  /** Paragraphs of plain text. They are escaped here, so they may contain a stranger's text. */
  paragraphs: readonly string[]
  /** The link to what the mail asks for. */
  link?: { href: string; text: string }
  /** Why the reader gets this mail, and how to stop it. */
  footer: string
}

/** A stranger's text in one line. A line break in a subject would start another mail header. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Writes a mail as text and as HTML with the same content. */
export const writeMail = ({ recipient, replyTo, subject, paragraphs, link, footer }: MailContent): NewMail => {
  const linkText = link ? [`${link.text}: ${link.href}`] : []
  const linkHtml = link ? [`<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`] : []
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  return {
    recipient,
    ...(replyTo !== undefined && { replyTo }),
    subject: oneLine(subject),
    text: [...paragraphs, ...linkText, footer, BRAND.marketplace].join('\n\n'),
    html: [...paragraphs.map(paragraph), ...linkHtml, ...[footer, BRAND.marketplace].map(paragraph)].join('\n'),
  }
}
