import { type NewMail, writeMail } from '../../mail/index.ts'
import type { Target } from './repository.ts'

/** The mail to a developer whose address does not accept events. `isOver`: whether the address was disabled. */
export const writeWarning = ({ applicationName, url }: Target, recipient: string, isOver: boolean): NewMail =>
  writeMail({
    recipient,
    subject: isOver ? `Events for ${applicationName} are no longer sent` : `${applicationName} does not take its events`,
    paragraphs: [
      `The marketplace sends the events of ${applicationName} to ${url ?? 'its address'}, and every attempt fails.`,
      isOver
        ? 'The address was disabled. Events are kept for 90 days and can be sent again once the address works.'
        : 'The attempts go on. If they keep failing, the address will be disabled; events are kept for 90 days.',
    ],
    footer: 'You get this mail because you are the contact of this application’s developer.',
  })
