import { BRAND } from '@marketplace/contracts/brand'
import { escapeHtml } from '@marketplace/domain/escape-html'
import type { NewMail } from './repository.ts'

type Link = { href: string; text: string }

export type MailContent = {
  recipient: string
  replyTo?: string
  subject: string
  /** Plain sentences, a paragraph each. Whatever a stranger wrote in them is escaped here. */
  paragraphs: readonly string[]
  /** The one thing to do. */
  link?: Link
  /** Where there are several. */
  links?: readonly Link[]
  /** Why the reader gets this mail, and what to do who does not want it. */
  footer: string
}

/** A stranger's text on one line: a line break in a subject would begin a header of its own. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A mail as text and as HTML with the same content. */
export const writeMail = ({
  recipient,
  replyTo,
  subject,
  paragraphs,
  link,
  links = link ? [link] : [],
  footer,
}: MailContent): NewMail => {
  const linkText = links.map(({ href, text }) => `${text}: ${href}`)
  const linkHtml = links.map(({ href, text }) => `<p><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`)
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  return {
    recipient,
    ...(replyTo !== undefined && { replyTo }),
    subject: oneLine(subject),
    text: [...paragraphs, ...linkText, footer, BRAND.marketplace].join('\n\n'),
    html: [...paragraphs.map(paragraph), ...linkHtml, ...[footer, BRAND.marketplace].map(paragraph)].join('\n'),
  }
}

/** A mail as it may be kept where others read it: without the secrets in its links, which let in whoever has them. */
export const withoutSecrets = <M extends Pick<NewMail, 'text' | 'html'>>(mail: M): M => {
  const hide = (text: string) => text.replaceAll(/([?&](?:amp;)?token=)[\w-]+/g, '$1…')
  return { ...mail, text: hide(mail.text), html: hide(mail.html) }
}
