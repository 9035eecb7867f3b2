import { isTypedInto } from './typing.ts'

/** The place that a hash names, or null; a hash that is no text names none. */
const anchorOf = (hash: string): HTMLElement | null => {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  } catch {
    return null
  }
}

/** Where reading goes on after a navigation: at the anchor, in the form that caused it, or at the start of the page. */
export const moveFocus = (pathChanged: boolean, hash: string): void => {
  // Somebody types already.
  if (isTypedInto(document.activeElement)) return
  const anchor = anchorOf(hash)
  if (!pathChanged && !anchor && document.activeElement?.closest('form, [data-keeps-focus]')) return
  const target = anchor ?? document.getElementById('main')
  if (!target) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
