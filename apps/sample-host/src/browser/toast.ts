import { make } from './dom.ts'

const SHOWN_FOR_MS = 4_000

export const toast = (text: string, tone: 'success' | 'error' = 'success'): void => {
  const element = make('p', { class: `toast ${tone}` }, text)
  document.querySelector('.toasts')?.append(element)
  setTimeout(() => element.remove(), SHOWN_FOR_MS)
}
