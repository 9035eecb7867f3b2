/**
 * Navigates the top window, also from within a frame. Returns false if the browser refuses: a frame needs a recent click or key press.
 * With `replace`, the address replaces the current entry of the history.
 */
export const leadWindow = (address: string, replace = false): boolean => {
  if (window.top === window) {
    window.location[replace ? 'replace' : 'assign'](address)
    return true
  }
  try {
    return window.open(address, '_top') !== null
  } catch {
    return false
  }
}
