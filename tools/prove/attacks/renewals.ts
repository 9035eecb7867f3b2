import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import { inShop, type Round } from '../lib/in-shop.ts'
import { breakAtTimes, killWhilePaying, STEPS } from '../lib/kill-while-paying.ts'
import { CHARGES, makeDue, readSubscription, subscribe } from '../lib/subscriptions.ts'
import { until } from '../lib/until.ts'
import { limitOf } from '../lib/limit-of.ts'

const JOB = 'charges.renew-due'
/** The steps of the job, before the payment that it begins: lib/second-server.ts. */
const JOB_STEPS = ['renewal due', 'renewal locked', 'renewal begun', 'renewal written']
const ALL_STEPS = [...JOB_STEPS, ...STEPS]

/** Longer than the time between two runs of the schedule. */
const NEXT_RUN_WITHIN_MS = limitOf(90_000)

/** How a round ended: what was killed, and what was wrong. */
type Ended = { killedAt: string; wrong: string[] }

/** The server that runs the scheduled job is killed in it, or in the payment that it began. */
const killJob = async ({ shop, marketplace, random, number }: Parameters<Round>[0], id: string): Promise<Ended> => {
  const step = random.chance(0.75) ? (ALL_STEPS[Math.floor(number / 2) % ALL_STEPS.length] ?? '') : ''
  await shop.startSecond(step, { jobs: true })
  // Only the second server can take the job.
  process.kill(marketplace.pid(), 'SIGSTOP')
  let [began, reached] = [0, true]
  try {
    await makeDue(shop, id)
    await breakAtTimes(shop, random)
    await shop.sendJob(JOB)
    if (step === '') {
      await shop.jobTaken(JOB)
      await sleep(random.int(0, 1_500))
    } else {
      // Because of a fault, the payment may not come to its step.
      await until('the second server to end', JOB_STEPS.includes(step) ? limitOf(8_000) : 8_000, shop.secondEnded).catch(() => {})
      reached = shop.secondEnded() || !JOB_STEPS.includes(step)
    }
    shop.killSecond()
    began = performance.now()
  } finally {
    process.kill(marketplace.pid(), 'SIGCONT')
  }
  const tookMs = Math.max(performance.now() - began, await shop.settled())
  const wrong = [
    ...(reached ? [] : ['the job did not come there']),
    ...(tookMs > limitOf(10_000) ? [`it took ${tookMs} ms`] : []),
  ]
  // A job that was killed before it had begun a payment has done nothing. The schedule runs it again within a minute.
  const isRenewed = async () => (await readSubscription(shop, id)).renewals === 1
  if (!(await isRenewed())) {
    if (number <= 2 || random.chance(0.75)) await shop.sendJob(JOB)
    await until('the next run of the job to renew', NEXT_RUN_WITHIN_MS, isRenewed)
    await shop.settled()
  }
  return { killedAt: `${step || 'any time'} of the job`, wrong }
}

/** The server that its buyer asks to pay an overdue renewal is killed meanwhile. */
const killPayment = async (round: Parameters<Round>[0], id: string, token: string): Promise<Ended> => {
  const { shop } = round
  await makeDue(shop, id, 'overdue')
  const { killedAt, tookMs } = await killWhilePaying(round, token, 'PUT', `${CHARGES}/${id}/pay`)
  if ((await readSubscription(shop, id)).state !== 'active') await shop.ask(0, token, 'PUT', `${CHARGES}/${id}/pay`)
  await shop.settled()
  return { killedAt: `${killedAt} of the buyer's payment`, wrong: tookMs > limitOf(10_000) ? [`it took ${tookMs} ms`] : [] }
}

/** By turns, the scheduled job and a buyer's payment are killed: another server completes the renewal, exactly once. */
const killRenewal =
  (kills: Map<string, number>): Round =>
  async (round) => {
    const { shop, number } = round
    const buyer = await shop.newBuyer()
    const id = await subscribe(shop, buyer, 'seats')
    const { killedAt, wrong } = await (number % 2 === 1 ? killJob(round, id) : killPayment(round, id, buyer.token))
    kills.set(killedAt, (kills.get(killedAt) ?? 0) + 1)
    const { state, renewals } = await readSubscription(shop, id)
    return [...wrong, ...(state === 'active' && renewals === 1 ? [] : [`${state} with ${renewals} renewals`])].map(
      (what) => `killed at ${killedAt}: ${what}`,
    )
  }

export const renewalKills: Attack = {
  name: 'renewal-kills',
  proves:
    'a renewal whose server is killed at any step, of the scheduled job or of its payment, is completed by another server, once, and the books are right',
  fewestRounds: 2,
  run: async (options) => {
    const kills = new Map<string, number>()
    const ended = await inShop(killRenewal(kills), { second: false })(options)
    return { ...ended, summary: [...kills].toSorted().map(([where, count]) => `${count} killed at ${where}`) }
  },
}
