import { isTypedInto } from './typing.ts'

/** The element that a hash names; null if there is none or the hash cannot be decoded. */
const anchorOf = (hash: string): HTMLElement | null => {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** Moves the focus after a navigation: to the anchor, into the form that caused it, or to the start of the page. */
export const moveFocus = (pathChanged: boolean, hash: string): void => {
  // The person is already typing.
  if (isTypedInto(document.activeElement)) return
  const anchor = anchorOf(hash)
  if (!pathChanged && !anchor && document.activeElement?.closest('form, [data-keeps-focus]')) return
  const target = anchor ?? document.getElementById('main')
  if (!target) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
