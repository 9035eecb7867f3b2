import { setTimeout as wait } from 'node:timers/promises'
import type { Block } from '../processes/block-meter.ts'
import { fetchAnswer } from './fetch-answer.ts'
import type { Measured } from './servers.ts'

/** What a change costs visitors of pages that do not show it. */
export type Changes = {
  applications: number
  /**
   * The number of pages that were requested repeatedly, and how often one of them was rendered again while other applications
   * were rated.
   */
  pages: number
  changes: number
  renderedAgain: number
  block: Block
  /** The longest block for the same requests without changes. */
  quiet: Block
}

const PER_SECOND = 10

/**
 * Rates ten applications a second while pages of other applications and lists are requested, and counts how many of these were
 * rendered again. The lists are in an order that ratings do not change, at pages without the rated applications.
 */
export const measureChanges = async (
  server: Measured,
  {
    applications,
    paths,
    lists,
    seconds,
  }: { applications: number; paths: readonly string[]; lists: readonly string[]; seconds: number },
): Promise<Changes> => {
  const middle = Math.floor(paths.length / 2)
  const rated = paths.slice(0, middle).map((path) => path.split('/')[2] ?? '')
  const watched = [...paths.slice(middle), ...lists]
  const askAll = async () => {
    for (const path of watched) await fetchAnswer(server.ready.port, path)
  }
  const whileAsking = async (change: (number: number) => Promise<void>): Promise<Block> => {
    await server.ask('startBlocks')
    for (let number = 0; number < seconds * PER_SECOND; number++) {
      const next = wait(1_000 / PER_SECOND)
      await change(number)
      for (let page = 0; page < 8; page++)
        await fetchAnswer(server.ready.port, watched[(number * 8 + page) % watched.length] ?? '/')
      await next
    }
    return server.ask<Block>('stopBlocks')
  }
  for (const slug of rated.slice(0, 3)) await server.ask('rate', slug)
  await wait(500)
  await askAll()
  await askAll()
  const quiet = await whileAsking(async () => {})
  const before = await server.ask<number>('rendered')
  const block = await whileAsking((number) => server.ask('rate', rated[number % rated.length]))
  await wait(500)
  await askAll()
  const renderedAgain = (await server.ask<number>('rendered')) - before
  return { applications, pages: watched.length, changes: seconds * PER_SECOND, renderedAgain, block, quiet }
}
