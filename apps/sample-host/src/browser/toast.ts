import { make } from './dom.ts'

const SHOWN_FOR_MS = 4_000
const MOST_SHOWN = 3
const MOST_LETTERS = 300

/** `from` is the id of the application that wrote the text. Each application has one toast at a time. */
export const toast = (text: string, tone: 'success' | 'error' = 'success', from = ''): void => {
  const element = make('p', { class: `toast ${tone}`, 'data-from': from }, text.slice(0, MOST_LETTERS))
  const region = document.querySelector('.toasts')
  const shown = [...(region?.children ?? [])]
  const before = from === '' ? undefined : shown.find((other) => other.getAttribute('data-from') === from)
  if (before) before.remove()
  else if (shown.length >= MOST_SHOWN) shown[0]?.remove()
  region?.append(element)
  setTimeout(() => element.remove(), SHOWN_FOR_MS)
}
