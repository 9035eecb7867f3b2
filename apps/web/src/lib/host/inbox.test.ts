import type { MessageFromHost } from '@marketplace/contracts/host-messages/messages'
import { describe, expect, it } from 'vitest'
import { createInbox, MOST_READ, NAVIGATE_PAUSE_MS, REFRESH_PAUSE_MS } from './inbox.ts'

const open = () => {
  const acted: MessageFromHost[] = []
  let time = 0
  let timers: { at: number; work: () => void }[] = []
  const inbox = createInbox({
    act: (message) => acted.push(message),
    now: () => time,
    later: (work, ms) => timers.push({ at: time + ms, work }),
  })
  const pass = (ms: number) => {
    time += ms
    const due = timers.filter(({ at }) => at <= time)
    timers = timers.filter(({ at }) => at > time)
    for (const { work } of due) work()
  }
  return { inbox, acted, pass, waiting: () => timers.length }
}
const to = (pathname: string): MessageFromHost => ({ type: 'navigate', data: { pathname, replace: false } })
const preload = (pathname: string): MessageFromHost => ({ type: 'preload', data: { pathname } })
const REFRESH: MessageFromHost = { type: 'refresh_cart', data: undefined }

describe('messages of the host', () => {
  it('are acted on at once', () => {
    const { inbox, acted } = open()
    inbox.put(to('/apps/'))
    inbox.put(REFRESH)
    expect(acted).toEqual([to('/apps/'), REFRESH])
  })

  it('in a flood: the first, and the last that came meanwhile', () => {
    const { inbox, acted, pass, waiting } = open()
    for (let id = 0; id < 1000; id++) inbox.put(to(`/apps/${id}/`))
    expect(acted).toEqual([to('/apps/0/')])
    expect(waiting()).toBe(1)
    pass(NAVIGATE_PAUSE_MS)
    expect(acted).toEqual([to('/apps/0/'), to('/apps/999/')])
    pass(NAVIGATE_PAUSE_MS)
    expect(waiting()).toBe(0)
    inbox.put(to('/'))
    expect(acted).toHaveLength(3)
  })

  it('of one type do not hold up another', () => {
    const { inbox, acted, pass } = open()
    for (let times = 0; times < 10; times++) inbox.put(REFRESH)
    inbox.put(to('/'))
    expect(acted).toEqual([REFRESH, to('/')])
    pass(NAVIGATE_PAUSE_MS)
    expect(acted).toHaveLength(2)
    pass(REFRESH_PAUSE_MS)
    expect(acted).toEqual([REFRESH, to('/'), REFRESH])
  })

  it('preload each page once, and not without end', () => {
    const { inbox, acted } = open()
    inbox.put(preload('/apps/'))
    inbox.put(preload('/apps/'))
    expect(acted).toEqual([preload('/apps/')])
    for (let id = 0; id < 1000; id++) inbox.put(preload(`/apps/${id}/`))
    expect(acted).toHaveLength(100)
  })

  it('above what is read in a second are lost, and the last that was read counts', () => {
    const { inbox, acted, pass } = open()
    for (let id = 0; id < 1000; id++) if (inbox.read(() => true)) inbox.put(to(`/apps/${id}/`))
    pass(NAVIGATE_PAUSE_MS)
    pass(REFRESH_PAUSE_MS)
    expect(acted).toEqual([to('/apps/0/'), to(`/apps/${MOST_READ - 1}/`)])
  })

  it('are read until a second has had enough of them', () => {
    const { inbox, pass } = open()
    const read = () => Array.from({ length: 1000 }, () => inbox.read(() => true)).filter(Boolean).length
    expect(read()).toBe(100)
    expect(read()).toBe(0)
    pass(1000)
    expect(read()).toBe(100)
  })

  it('that take long to read are made up for before more is read', () => {
    const { inbox, pass } = open()
    const slow = () => {
      pass(1000)
      return true
    }
    expect(inbox.read(slow)).toBe(true)
    for (let time = 0; time < 7500; time += 10) {
      expect(inbox.read(slow)).toBeNull()
      pass(10)
    }
    pass(60_000)
    expect(inbox.read(slow)).toBe(true)
  })
})
