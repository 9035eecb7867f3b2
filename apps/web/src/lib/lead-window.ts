/** Navigates the top window, also from within a frame. Returns false if the browser refuses: a frame needs a recent click or key press. */
export const leadWindow = (address: string): boolean => {
  if (window.top === window) {
    window.location.assign(address)
    return true
  }
  try {
    return window.open(address, '_top') !== null
  } catch {
    return false
  }
}
