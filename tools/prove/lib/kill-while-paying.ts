import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../bench/catalogue/random.ts'
import type { AttackedShop } from './attacked-shop.ts'
import type { Round } from './in-shop.ts'

/** The steps of a payment at which a server can be told to kill itself. */
export const STEPS = ['claimed', 'authorized', 'capturing'].flatMap((state) =>
  ['held', 'asked', 'recorded'].map((step) => `${state} ${step}`),
)
const FAULTS = ['error_before', 'error_after', 'no_reply_after', 'delay', 'duplicate'] as const

/** In two rounds of five, the provider's next authorization or capture goes wrong. */
export const breakAtTimes = async (shop: AttackedShop, random: Random): Promise<void> => {
  if (!random.chance(0.4)) return
  const [operation, fault] = [random.pick(['authorize', 'capture']), random.pick(FAULTS)]
  await shop.setFault({ operation, fault, times: 1, ms: random.int(20, 400) })
}

/**
 * Asks a second server for a payment, and kills that server meanwhile: at a named step or at any time, in some rounds with a fault of the
 * provider too. Waits until the other server has settled the payment, and returns how long that took.
 */
export const killWhilePaying = async (
  { shop, random, number }: Pick<Parameters<Round>[0], 'shop' | 'random' | 'number'>,
  token: string,
  method: 'PATCH' | 'PUT',
  path: string,
): Promise<{ killedAt: string; status: number | null; tookMs: number }> => {
  const step = random.chance(0.75) ? (STEPS[number % STEPS.length] ?? '') : ''
  await shop.startSecond(step)
  await breakAtTimes(shop, random)
  const paying = shop.ask(1, token, method, path)
  if (step === '') {
    await sleep(random.int(1, 400))
    shop.killSecond()
  }
  const { status } = await paying
  await sleep(50)
  // Because of a fault, the payment may not have come to its step within the two seconds after which a server answers.
  if (!shop.secondEnded()) shop.killSecond()
  return { killedAt: step || 'any time', status, tookMs: await shop.settled() }
}
