// An organization has one cart, and the demo has few organizations, so tests that fill a cart take turns, even across files.
import { mkdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from './test.ts'

const MOST_WAITING_MS = 180_000
const LOOK_AGAIN_MS = 100

/** A turn that a killed process holds ends after this time (ms). */
const LEFT_AFTER_MS = 150_000

const begin = async (turn: string): Promise<void> => {
  for (;;) {
    try {
      return await mkdir(turn)
    } catch {
      const { mtimeMs } = await stat(turn).catch(() => ({ mtimeMs: Date.now() }))
      if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(turn, { recursive: true, force: true })
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

/** Call it at the top of each file whose tests fill carts. */
export const takeTurnsWithCarts = (): void => {
  const turnOf = (baseURL: string | undefined) => join(tmpdir(), `marketplace-cart-turn-${new URL(baseURL ?? '').port}`)
  let own: string | null = null
  test.beforeEach(async ({ baseURL }, info) => {
    info.setTimeout(info.timeout + MOST_WAITING_MS)
    const turn = turnOf(baseURL)
    await begin(turn)
    own = turn
  })
  test.afterEach(async () => {
    if (own) await rm(own, { recursive: true, force: true })
    own = null
  })
}
