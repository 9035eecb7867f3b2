/** Runs the work once the page has loaded and the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  // Not every browser has requestIdleCallback.
  const rest = () => ('requestIdleCallback' in window ? requestIdleCallback(() => work()) : setTimeout(work, 1000))
  if (document.readyState === 'complete') rest()
  else window.addEventListener('load', rest, { once: true })
}
