import type { Attack } from './attack.ts'
import { type Random, mix, seeded } from '../../../bench/catalogue/random.ts'
import { type Marketplace, openMarketplace } from './marketplace.ts'
import { openVisits, type Visits } from './visits.ts'

/** `number` counts from 1. */
type Round = (given: { marketplace: Marketplace; visits: Visits; random: Random; number: number }) => Promise<string[]>

/** Runs the rounds of an attack one after the other on the same marketplace, which must survive all of them. */
export const inRounds =
  (round: Round, opened: Parameters<typeof openMarketplace>[0] = {}): Attack['run'] =>
  async ({ rounds, seed, log }) => {
    const marketplace = await openMarketplace(opened)
    const violations: string[] = []
    try {
      for (let number = 1; number <= rounds; number++) {
        const found = await marketplace
          .databaseAnswers()
          .then(() => openVisits(marketplace))
          .then((visits) => round({ marketplace, visits, random: seeded(mix(seed, number)), number }))
          .catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
        violations.push(...found.map((violation) => `round ${number}: ${violation}`))
        log(`round ${number} of ${rounds}${found.length > 0 ? `: ${found.join('; ')}` : ''}`)
        const ended = marketplace.ended()
        if (ended === null) continue
        violations.push(`round ${number}: the server ended with ${ended}: ${marketplace.output().slice(-1_000)}`)
        await marketplace.start()
      }
      return { rounds, violations }
    } finally {
      await marketplace.close()
    }
  }
