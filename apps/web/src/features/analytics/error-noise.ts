/** What browsers, extensions and networks cause, and no change of ours could mend: docs/product/analytics.md, Error reports. */
const NOISE: readonly RegExp[] = [
  // A chunk that did not come: the page loads in full by itself.
  /loading (?:css )?chunk|dynamically imported module|importing a module script failed|unable to preload css/i,
  // No network, or a request that the browser has given up.
  /^(?:failed to fetch|load failed|networkerror|network request failed|cancelled|the network connection was lost|the internet connection appears)/i,
  /^(?:the (?:user|operation|fetching process).* abort|signal is aborted|aborted)/i,
  // Messages of browsers that have no cause in our code.
  /^script error\.?$|resizeobserver loop|^non-error promise rejection/i,
  // A browser that refuses its storage.
  /quota ?exceeded|access is denied for this document|the operation is insecure/i,
  /extension context invalidated|message channel closed before|could not establish connection\. receiving end/i,
]
const FOREIGN = /\b(?:chrome|moz|safari(?:-web)?|ms-browser)-extension:\/\//

const LONGEST = 1_000

/** Whether an error is left out of the reports. */
export const isNoise = ({ name, message, stack = '' }: { name: string; message: string; stack?: string | undefined }): boolean =>
  name === 'AbortError' ||
  FOREIGN.test(stack.slice(0, 10 * LONGEST)) ||
  NOISE.some((pattern) => pattern.test(message.slice(0, LONGEST).trim()))
