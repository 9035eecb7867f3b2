import { expect, it } from 'vitest'
import { currentToasts, dismissToast, newToastId, showToast, TOAST_MS } from './toasts.ts'

it('makes ids of 21 characters, each its own', () => {
  const ids = Array.from({ length: 500 }, newToastId)
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/)
  expect(new Set(ids).size).toBe(ids.length)
})

it('keeps toasts in order for 4 s by default, until each is dismissed', () => {
  const first = showToast('Link copied')
  const second = showToast('Rated', 2000)
  expect(currentToasts()).toEqual([
    { id: first, message: 'Link copied', duration: TOAST_MS },
    { id: second, message: 'Rated', duration: 2000 },
  ])
  const before = currentToasts()
  dismissToast('unknown')
  expect(currentToasts()).toBe(before)
  dismissToast(first)
  expect(currentToasts().map((toast) => toast.id)).toEqual([second])
})
