import { afterEach, expect, test, vi } from 'vitest'
import { leadWindow } from './lead-window.ts'

const ADDRESS = 'https://host.example/chats'
const stub = ({ framed, open }: { framed: boolean; open: () => unknown }) => {
  const window = { top: {} as object, open: vi.fn(open), location: { assign: vi.fn(), replace: vi.fn() } }
  if (!framed) window.top = window
  vi.stubGlobal('window', window)
  return window
}
afterEach(() => void vi.unstubAllGlobals())

test('a page of its own goes there itself', () => {
  const { open, location } = stub({ framed: false, open: () => null })
  expect(leadWindow(ADDRESS)).toBe(true)
  expect(location.assign).toHaveBeenCalledWith(ADDRESS)
  expect(open).not.toHaveBeenCalled()
})

test('a navigation without a press replaces the page, so that Back does not lead to it again', () => {
  const { location } = stub({ framed: false, open: () => null })
  expect(leadWindow(ADDRESS, true)).toBe(true)
  expect(location.replace).toHaveBeenCalledWith(ADDRESS)
  expect(location.assign).not.toHaveBeenCalled()
})

test('a page in a frame leads the window around it', () => {
  const { open, location } = stub({ framed: true, open: () => ({}) })
  expect(leadWindow(ADDRESS)).toBe(true)
  expect(open).toHaveBeenCalledWith(ADDRESS, '_top')
  expect(location.assign).not.toHaveBeenCalled()
})

test.each([
  ['answers nothing', () => null],
  [
    'throws',
    () => {
      throw new DOMException('Blocked', 'SecurityError')
    },
  ],
])('it says so if the browser refuses and %s', (_, open) => {
  const { location } = stub({ framed: true, open })
  expect(leadWindow(ADDRESS)).toBe(false)
  expect(location.assign).not.toHaveBeenCalled()
})
