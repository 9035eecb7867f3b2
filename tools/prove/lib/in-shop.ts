import { mix, type Random, seeded } from '../../../bench/catalogue/random.ts'
import type { Attack } from './attack.ts'
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts'
import { type Marketplace, openMarketplace } from './marketplace.ts'

export type Round = (given: { shop: AttackedShop; marketplace: Marketplace; random: Random; number: number }) => Promise<string[]>

/** Runs the rounds on one marketplace. After each, no payment may be on its way, and the books must be right. */
export const inShop =
  (round: Round, { second }: { second: boolean }): Attack['run'] =>
  async ({ rounds, seed, log }) => {
    const marketplace = await openMarketplace()
    const violations: string[] = []
    try {
      const shop = await openAttackedShop(marketplace)
      try {
        if (second) await shop.startSecond()
        for (let number = 1; number <= rounds; number++) {
          const found = await round({ shop, marketplace, random: seeded(mix(seed, number)), number })
            .then(async (wrong) => {
              await shop.clearFaults()
              await shop.settled()
              return [...wrong, ...(await shop.violations())]
            })
            .catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
          violations.push(...found.map((violation) => `round ${number}: ${violation}`))
          if (found.length > 0 || number % 20 === 0) log(`round ${number} of ${rounds}: ${found.join('; ') || 'nothing'}`)
        }
      } finally {
        await shop.close()
      }
      return { rounds, violations }
    } finally {
      await marketplace.close()
    }
  }
