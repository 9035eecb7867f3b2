/** Leads the whole window to an address, also from a host's frame. False if the browser refuses: in a frame it wants a person's press first. */
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
