import { describe, expect, it } from 'vitest'
import { errorPageData } from './page-data.ts'
import { createPageMemory, LIST_REFRESH_MS, PREFETCHED_MS } from './page-memory.ts'

const open = () => {
  const time = { now: 1000 }
  return { time, memory: createPageMemory(() => time.now) }
}
const page = (path: string) => errorPageData('not-found', path)

describe('a page memory', () => {
  it('gives back what was fetched less than 15 s ago, and nothing older', () => {
    const { time, memory } = open()
    const data = page('/apps/')
    memory.keep('/apps/', data)
    time.now += LIST_REFRESH_MS - 1
    expect(memory.read('/apps/')).toBe(data)
    expect(memory.isOld(data)).toBe(false)
    time.now += 1
    expect(memory.isOld(data)).toBe(true)
    expect(memory.read('/apps/')).toBeNull()
    expect(memory.read('/apps/?page=2')).toBeNull()
  })
  it('shows what was fetched ahead of a click for longer, and knows that it is old', () => {
    const { time, memory } = open()
    const data = page('/apps/')
    memory.keep('/apps/', data, PREFETCHED_MS)
    time.now += PREFETCHED_MS - 1
    expect(memory.read('/apps/')).toBe(data)
    expect(memory.isOld(data)).toBe(true)
    time.now += 1
    expect(memory.read('/apps/')).toBeNull()
  })
  it('keeps the newest where an address is fetched again', () => {
    const { memory } = open()
    const newer = page('/newer/')
    memory.keep('/apps/', page('/apps/'))
    memory.keep('/apps/', newer)
    expect(memory.read('/apps/')).toBe(newer)
  })
  it('holds 30 documents, and lets go of the one that was not used for longest', () => {
    const { memory } = open()
    for (let number = 0; number < 30; number++) memory.keep(`/${number}`, page(`/${number}`))
    expect(memory.read('/0')).not.toBeNull()
    memory.keep('/30', page('/30'))
    expect(memory.read('/0')).not.toBeNull()
    expect(memory.read('/1')).toBeNull()
    expect(memory.read('/2')).not.toBeNull()
  })
  it('takes data that it never saw for old', () => expect(open().memory.isOld(page('/'))).toBe(true))
})
