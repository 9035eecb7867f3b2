import { type NewMail, oneLine, writeMail } from '../mail/index.ts'

export type AccessRequestMail = {
  recipient: string
  from: { name: string; email: string }
  /** The name of the application, or access to a product. */
  subject: string
  link: { href: string; text: string }
  /** Whether the organization's own list refuses the application. An owner can change the list. */
  isRefusedByList?: boolean
}

/** The mail that asks an administrator for an application or for access to a product. Replies go to the person who asks. */
export const writeAccessRequestMail = ({
  recipient,
  from,
  subject,
  link,
  isRefusedByList = false,
}: AccessRequestMail): NewMail => {
  const [name, what] = [oneLine(from.name), oneLine(subject)]
  return writeMail({
    recipient,
    replyTo: from.email,
    subject: `${name} asks for ${what}`,
    paragraphs: [
      `${name} (${from.email}) asks you for ${what}.`,
      ...(isRefusedByList
        ? [`The rules of your organization do not allow it. As an owner you change them under My apps, Rules.`]
        : []),
    ],
    link,
    footer: 'You get this because you administer the license. If you do not want it, there is nothing to do.',
  })
}
