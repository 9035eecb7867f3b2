// A process that sends one mail and kills itself at a named step.
import { openSmtp } from '../../adapters/smtp.ts'
import { openDatabase } from '../../db/client.ts'
import type { MailTransport } from '../../ports/mail-transport.ts'
import { deliverMail } from './deliver-mail.ts'

const [url = '', smtpUrl = '', mailId = '', step = ''] = process.argv.slice(2)
const die = () => process.kill(process.pid, 'SIGKILL')
const { database } = openDatabase(url, () => {})
const smtp = openSmtp({ url: smtpUrl, from: 'shop@shop.test' })
const transport: MailTransport = {
  ...smtp,
  send: async (mail) => {
    if (step === 'claimed') die()
    await smtp.send(mail)
    if (step === 'accepted') die()
  },
}
const nothing = async () => {
  throw new Error('nothing is attached here')
}
if (step === 'begun') die()
await deliverMail(
  { database, clock: { now: () => new Date() }, transport, readAttachment: nothing, host: 'shop.test' },
  mailId,
  'run-1',
)
if (step === 'recorded') die()
