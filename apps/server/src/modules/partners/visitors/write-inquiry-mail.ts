import { BRAND } from '@marketplace/contracts/core/brand'
import { paths } from '@marketplace/contracts/pages/paths'
import { type NewMail, oneLine, writeMail } from '../../mail/index.ts'

export type Inquiry = {
  name: string
  surname: string | null
  email: string
  website: string | null
  message: string
  /** The campaign whose form was used; null for the form of an expert's page. */
  campaign: { slug: string; title: string } | null
}

/** Marks that set the direction of writing. In a subject or in the marketplace's own text they would reverse the words around them. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const ownLine = (text: string): string => oneLine(text.replaceAll(DIRECTION, ''))

/** Quotes a message. Each line is a paragraph, which ends the effect of direction marks in it, and is marked as a quotation. */
const quoted = (message: string): string[] =>
  message
    .split('\n')
    .filter((each) => each.trim() !== '')
    .map((each) => `> ${each}`)

/** The mail to an expert. Replies go to the visitor. */
export const writeInquiryMail = (
  { name, surname, email, website, message, campaign }: Inquiry,
  expert: { email: string; name: string; slug: string },
  publicUrl: string,
): NewMail => {
  const who = ownLine(`${name} ${surname ?? ''}`)
  const what = campaign ? `asks for help with “${campaign.title}”` : 'has written to you'
  return writeMail({
    recipient: expert.email,
    replyTo: email,
    subject: campaign ? `${who} asks for help: ${campaign.title}` : `A message from ${who}`,
    paragraphs: [
      `${who} (${email}) ${what} on the ${BRAND.marketplace}.`,
      ...quoted(message),
      ...(website ? [`Website: ${website}`] : []),
    ],
    link: { href: `${publicUrl}${paths.expert(expert.slug)}`, text: 'Your page' },
    footer: `Reply to this mail to answer ${who}. Nobody has checked the sender’s address. You get this because ${expert.name} is one of our partner experts.`,
  })
}
