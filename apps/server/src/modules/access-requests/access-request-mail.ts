import { BRAND } from '@marketplace/contracts/brand'
import type { NewMail } from '../mail/index.ts'

export type AccessRequestMail = {
  recipient: string
  from: { name: string; email: string }
  /** What is asked for: an application, or access to a product. */
  subject: string
  link: { href: string; text: string }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)

/** A name of a stranger on one line: a line break in a subject would be a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The mail that asks an administrator. Every word of it that somebody else chose is escaped. */
export const writeAccessRequestMail = ({ recipient, from, subject, link }: AccessRequestMail): NewMail => {
  const [name, what] = [oneLine(from.name), oneLine(subject)]
  const sentence = `${name} (${from.email}) asks you for ${what}.`
  const footer = `You get this because you administer the license. If you do not want it, there is nothing to do.`
  return {
    recipient,
    subject: `${name} asks for ${what}`,
    text: [sentence, `${link.text}: ${link.href}`, footer, BRAND.marketplace].join('\n\n'),
    html: [
      `<p>${escape(sentence)}</p>`,
      `<p><a href="${escape(link.href)}">${escape(link.text)}</a></p>`,
      `<p>${escape(footer)}</p>`,
      `<p>${escape(BRAND.marketplace)}</p>`,
    ].join('\n'),
  }
}
