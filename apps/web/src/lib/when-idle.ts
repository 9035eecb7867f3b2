/** The longest wait (ms), if a page does not finish loading or the browser is never idle. */
const LATEST_MS = 5000

/** Runs the work once the page has loaded and the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  let begun = false
  const rest = () => {
    if (begun) return
    begun = true
    // Not every browser has requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: LATEST_MS })
    else setTimeout(work, 1000)
  }
  if (document.readyState === 'complete') return rest()
  window.addEventListener('load', rest, { once: true })
  setTimeout(rest, LATEST_MS)
}
