import { describe, expect, it, vi } from 'vitest'
import { createPrefetchQueue } from './prefetch-queue.ts'

const open = () => {
  const timers: { work: () => void; ms: number }[] = []
  const visible = { now: true }
  const load = vi.fn<(address: string) => Promise<void>>(async () => {})
  const queue = createPrefetchQueue({ load, later: (work, ms) => timers.push({ work, ms }), isVisible: () => visible.now })
  /** Runs the next timer and returns its delay; null if there is none. */
  const tick = () => {
    const timer = timers.shift()
    timer?.work()
    return timer ? timer.ms : null
  }
  return { queue, load, tick, visible, loaded: () => load.mock.calls.map(([address]) => address) }
}

describe('a prefetch queue', () => {
  it('takes four at a time, three seconds apart, and then rests', () => {
    const { queue, tick, loaded } = open()
    for (const address of ['a', 'b', 'c', 'd', 'e']) queue.add(address)
    expect(tick()).toBe(0)
    expect(loaded()).toEqual(['a', 'b', 'c', 'd'])
    expect(tick()).toBe(3000)
    expect(loaded()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(tick()).toBe(3000)
    expect(tick()).toBeNull()
    queue.add('f')
    tick()
    expect(loaded()).toHaveLength(6)
  })
  it('takes each address once, and none that has left the view', () => {
    const { queue, tick, loaded } = open()
    queue.add('a')
    queue.add('b')
    queue.remove('b')
    tick()
    queue.add('a')
    tick()
    expect(loaded()).toEqual(['a'])
  })
  it('waits while the document cannot be seen', () => {
    const { queue, tick, loaded, visible } = open()
    visible.now = false
    queue.add('a')
    tick()
    expect(loaded()).toEqual([])
    visible.now = true
    tick()
    expect(loaded()).toEqual(['a'])
  })
  it('does not mind a failure, and does not try again', async () => {
    const { queue, tick, load } = open()
    load.mockRejectedValueOnce(new Error('offline'))
    queue.add('a')
    tick()
    await Promise.resolve()
    queue.add('a')
    tick()
    expect(load).toHaveBeenCalledTimes(1)
  })
})
