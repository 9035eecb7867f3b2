import { paths } from '@marketplace/contracts/pages/paths'
import { isService } from '@marketplace/domain/visibility'
import { type NewMail, oneLine, writeMail } from '../../mail/index.ts'
import type { ReviewAbout } from './repository.ts'

/** Removes direction marks, which would reverse the words around an untrusted text. */
const plain = (text: string): string => text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
const quoted = (text: string): string => `“${plain(text)}”`

const pageOf = (publicUrl: string, { slug, customProps }: ReviewAbout['application']): string =>
  `${publicUrl}${isService({ customProps }) ? paths.service(slug) : paths.underApps(slug)}#reviews`

const TO_AUTHOR = 'You get this because you reviewed this app. To stop these mails, edit your review and choose to get none.'
const TO_DEVELOPER = 'You get this because you administer the organization that develops this app.'

type Text = { name: string | null; rate: number; review: string }

export const writePublishedMail = (about: ReviewAbout, recipient: string, publicUrl: string): NewMail =>
  writeMail({
    recipient,
    subject: `Your review of ${oneLine(plain(about.application.name))} is published`,
    paragraphs: [`Thank you. Everybody can read your review of ${oneLine(plain(about.application.name))} now.`],
    link: { href: pageOf(publicUrl, about.application), text: 'Look at it' },
    footer: TO_AUTHOR,
  })

export const writeRejectedMail = (
  about: ReviewAbout,
  recipient: string,
  publicUrl: string,
  { reason, wasShown }: { reason: string | null; wasShown: boolean },
): NewMail => {
  const name = oneLine(plain(about.application.name))
  return writeMail({
    recipient,
    subject: `Your review of ${name} is not published`,
    paragraphs: [
      wasShown
        ? `Your review of ${name} is not shown any more. Your stars still count.`
        : `We have read your review of ${name} and do not publish it. Your stars count all the same.`,
      ...(reason ? [`The reason: ${plain(reason)}`] : []),
      'You can write it anew.',
    ],
    link: { href: pageOf(publicUrl, about.application), text: 'Change your review' },
    footer: TO_AUTHOR,
  })
}

export const writeAnsweredMail = (about: ReviewAbout, recipient: string, publicUrl: string, answer: string): NewMail => {
  const developer = oneLine(plain(about.developer?.name ?? 'The developer'))
  return writeMail({
    recipient,
    subject: `${developer} has answered your review of ${plain(about.application.name)}`,
    paragraphs: [quoted(answer)],
    link: { href: pageOf(publicUrl, about.application), text: 'Read it on the page' },
    footer: TO_AUTHOR,
  })
}

export const writeNewReviewMail = (about: ReviewAbout, recipient: string, publicUrl: string, text: Text): NewMail =>
  writeMail({
    recipient,
    subject: `A review of ${plain(about.application.name)}: ${text.rate} of 5 stars`,
    paragraphs: [
      `${oneLine(plain(text.name ?? 'Somebody'))} wrote about ${oneLine(plain(about.application.name))}:`,
      quoted(text.review),
    ],
    link: { href: pageOf(publicUrl, about.application), text: 'Read it on the page' },
    footer: TO_DEVELOPER,
  })
