import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askInFrame, askInPopup } from './ask.ts'

const ACCOUNTS = 'https://accounts.example'
const ADDRESS = `${ACCOUNTS}/authorize?client_id=marketplace`
const ANSWER = { data: { code: 'c', state: 's' } }

/** A fake of a window with the properties that these functions use. */
const openWindow = (popup: { closed: boolean } | null = { closed: false }) => {
  const hear = new Set<(event: object) => void>()
  const frames: { src?: string; hidden?: boolean; contentWindow: object; remove: () => void }[] = []
  const open = vi.fn((_address: string, _name: string, _features: string) => popup)
  vi.stubGlobal('window', {
    screenX: 100,
    screenY: 50,
    outerWidth: 1500,
    outerHeight: 1050,
    open,
    addEventListener: (_: string, listener: (event: object) => void) => hear.add(listener),
    removeEventListener: (_: string, listener: (event: object) => void) => hear.delete(listener),
  })
  vi.stubGlobal('document', {
    createElement: () => {
      const frame = { contentWindow: {}, remove: () => void frames.splice(frames.indexOf(frame), 1) }
      return frame
    },
    body: { append: (frame: (typeof frames)[number]) => frames.push(frame) },
  })
  const say = (source: unknown, origin = ACCOUNTS) => {
    for (const listener of hear) listener({ data: ANSWER, origin, source })
  }
  /** Whether the data of a message was read, which makes a browser unpack it. */
  const isRead = (source: unknown, origin: string): boolean => {
    const data = vi.fn(() => null)
    const event = Object.defineProperty({ origin, source }, 'data', { get: data })
    for (const listener of hear) listener(event)
    return data.mock.calls.length > 0
  }
  return { frames, open, say, isRead, listeners: hear }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a question in a frame', () => {
  it('has no answer after 2.5 s, and the frame goes', async () => {
    const { frames, listeners } = openWindow()
    const settled = vi.fn()
    void askInFrame(ADDRESS).then(settled)
    expect(frames).toMatchObject([{ src: ADDRESS, hidden: true }])
    await vi.advanceTimersByTimeAsync(2_499)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled.mock.calls).toEqual([[{ error: 'Timeout' }]])
    expect([frames.length, listeners.size]).toEqual([0, 0])
  })

  it('is answered by that frame and that origin only', async () => {
    const { frames, say, isRead } = openWindow()
    const asked = askInFrame(ADDRESS)
    const settled = vi.fn()
    void asked.then(settled)
    say(frames[0]?.contentWindow, 'https://stranger.example')
    say({})
    expect([isRead(frames[0]?.contentWindow, 'https://stranger.example'), isRead({}, ACCOUNTS)]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(0)
    expect(settled).not.toHaveBeenCalled()
    say(frames[0]?.contentWindow)
    expect(await asked).toEqual(ANSWER.data)
  })
})

describe('a question in a window of its own', () => {
  it('is 500 wide and 650 high, in the middle of the window that asks', async () => {
    const popup = { closed: false }
    const { open, say } = openWindow(popup)
    const asked = askInPopup(ADDRESS, () => {})
    const [address, , features = ''] = open.mock.calls[0] ?? []
    expect(address).toBe(ADDRESS)
    expect(features.split(',')).toEqual(expect.arrayContaining(['popup', 'width=500', 'height=650', 'left=600', 'top=250']))
    say(popup)
    expect(await asked).toEqual(ANSWER.data)
  })

  it('has a name of this document, which nobody can have taken before', async () => {
    const names: (string | undefined)[] = []
    for (let document = 0; document < 2; document++) {
      vi.resetModules()
      const fresh = await import('./ask.ts')
      const { open } = openWindow(null)
      await fresh.askInPopup(ADDRESS, () => {})
      await fresh.askInPopup(ADDRESS, () => {})
      names.push(...open.mock.calls.map(([, name]) => name))
    }
    expect([names[0] === names[1], names[2] === names[3], names[0] === names[2]]).toEqual([true, true, false])
  })

  it('may be blocked, or closed without an answer', async () => {
    openWindow(null)
    expect(await askInPopup(ADDRESS, () => {})).toEqual({ gone: 'blocked' })
    const popup = { closed: false }
    openWindow(popup)
    const asked = askInPopup(ADDRESS, () => {})
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await asked).toEqual({ gone: 'closed' })
  })
})
