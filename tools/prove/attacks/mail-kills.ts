import { setTimeout as sleep } from 'node:timers/promises'
import { openTestSmtp, type TestSmtp } from '../../../apps/server/test/smtp-server.ts'
import type { Attack } from '../lib/attack.ts'
import type { Marketplace } from '../lib/marketplace.ts'
import { inRounds } from '../lib/rounds.ts'
import { until } from '../lib/until.ts'
import { limitOf } from '../lib/limit-of.ts'

/** Installs and uninstalls in a round: each uninstall writes a mail and sends the job that delivers it, in its transaction. */
const UNINSTALLS = 5
/** Another process takes up the job of a killed process within 30 s. A mail whose job was lost gets a new job after two minutes. */
const DELIVERED_WITHIN_MS = 240_000

type Mail = { id: string; sent: boolean; failed: boolean }

const mailsOf = (marketplace: Marketplace): Promise<Mail[]> =>
  marketplace.inDatabase(async (client) => {
    const { rows } = await client.query<Mail>(
      'select id, sent_at is not null as sent, failed_at is not null as failed from mails order by created_at, id',
    )
    return rows
  })

/** How often each mail arrived, by its id. */
const arrivalsOf = ({ received }: TestSmtp): Map<string, number> => {
  const arrivals = new Map<string, number>()
  for (const { content } of received) {
    const id = /^Message-ID: <([^@>]+)@/im.exec(content)?.[1] ?? 'a mail without an id'
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
  }
  return arrivals
}

/** Kills the server while it writes mails, while the mail server has a mail and has not answered, or right after its answer. */
const killMailing = (smtp: TestSmtp) =>
  inRounds(
    async ({ marketplace, visits, random }) => {
      const wrong: string[] = []
      const known = new Set((await mailsOf(marketplace)).map(({ id }) => id))
      const kill = () => void process.kill(marketplace.pid(), 'SIGKILL')
      const at = random.pick(['writing', 'handed over', 'answered'])
      let left = random.int(1, UNINSTALLS)
      smtp.onReceived(() => {
        if (at === 'writing' || --left !== 0) return
        if (at === 'handed over') return kill()
        // The answer is on its way.
        setTimeout(kill, random.int(1, 10))
      })
      if (at === 'writing') void sleep(random.int(20, 400)).then(kill)
      let promised = 0
      for (let count = 0; count < UNINSTALLS && marketplace.ended() === null; count++) {
        await visits.install()
        const { status } = await visits.uninstall()
        if (status !== null && status < 300) promised++
      }
      // Some mails are sent only after the loop.
      await until('the kill', limitOf(20_000), () => marketplace.ended() !== null).catch(kill)
      smtp.onReceived(() => {})
      await until('the server to end', limitOf(20_000), () => marketplace.ended() !== null)
      await marketplace.start()
      await visits.ready()
      const isOver = async () => (await mailsOf(marketplace)).every(({ sent, failed }) => sent || failed)
      await until('every mail to be sent', DELIVERED_WITHIN_MS, isOver)
      const arrivals = arrivalsOf(smtp)
      const written = (await mailsOf(marketplace)).filter(({ id }) => !known.has(id))
      if (written.length < promised) wrong.push(`${promised} uninstalls were answered and ${written.length} mails written`)
      if (promised === 0 && at !== 'writing') wrong.push('no mail was written before the kill')
      for (const { id, failed } of written) {
        const times = arrivals.get(id) ?? 0
        if (failed || times < 1 || times > 2) wrong.push(`a mail (${at}) arrived ${times} times${failed ? ' and failed' : ''}`)
      }
      const unknown = [...arrivals.keys()].filter((id) => !known.has(id) && !written.some((mail) => mail.id === id))
      if (unknown.length > 0) wrong.push(`${unknown.length} mails arrived that were rolled back`)
      return wrong
    },
    { smtpUrl: smtp.url },
  )

export const mailKills: Attack = {
  name: 'mail-kills',
  proves: 'a mail whose server is killed while it is written or sent arrives once, or twice with the same id, and is never lost',
  // Half a minute passes until a killed process counts as ended.
  onlyProve: true,
  run: async (options) => {
    const smtp = await openTestSmtp()
    try {
      return await killMailing(smtp)(options)
    } finally {
      await smtp.close()
    }
  },
}
