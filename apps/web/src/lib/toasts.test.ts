import { expect, it } from 'vitest'
import { currentToasts, dismissToast, MOST_TOASTS, newToastId, showToast, TOAST_MS } from './toasts.ts'

it('makes ids of 21 characters, each its own', () => {
  const ids = Array.from({ length: 500 }, newToastId)
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

it('keeps toasts in order for 4 s by default, until each is dismissed', () => {
  const first = showToast('Link copied')
  const second = showToast('Rated', 2000)
  expect(currentToasts()).toEqual([
    { id: first, message: 'Link copied', duration: 4000 },
    { id: second, message: 'Rated', duration: 2000 },
  ])
  const before = currentToasts()
  dismissToast('unknown')
  expect(currentToasts()).toBe(before)
  dismissToast(first)
  expect(currentToasts().map((toast) => toast.id)).toEqual([second])
})

it('shows few at once, and one of each application', () => {
  for (const { id } of currentToasts()) dismissToast(id)
  const own = showToast('Link copied')
  for (let count = 0; count < 500; count++) showToast(`Rolodeer: ${count}`, TOAST_MS, 'rolodeer')
  showToast('Rotabird: Hello', TOAST_MS, 'rotabird')
  expect(currentToasts().map(({ message }) => message)).toEqual(['Link copied', 'Rolodeer: 499', 'Rotabird: Hello'])
  showToast('Rolodeer: again', TOAST_MS, 'rolodeer')
  expect(currentToasts().map(({ id }) => id)).toContain(own)
  for (let count = 0; count < 10; count++) showToast(`Rated ${count}`)
  expect(currentToasts()).toHaveLength(MOST_TOASTS)
  expect(currentToasts().at(-1)?.message).toBe('Rated 9')
})
