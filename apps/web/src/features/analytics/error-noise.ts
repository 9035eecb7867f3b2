/** Errors caused by browsers, extensions and networks, which the marketplace cannot fix: docs/product/analytics.md, Error reports. */
const NOISE: readonly RegExp[] = [
  // A chunk failed to load. The page then loads as a full document.
  /loading (?:css )?chunk|dynamically imported module|importing a module script failed|unable to preload css/i,
  // There is no network, or the browser has aborted the request.
  /^(?:failed to fetch|load failed|networkerror|network request failed|cancelled|the network connection was lost|the internet connection appears)/i,
  /^(?:the (?:user|operation|fetching process).* abort|signal is aborted|aborted)/i,
  // Browser messages that the marketplace's code does not cause.
  /^script error\.?$|resizeobserver loop|^non-error promise rejection/i,
  // The browser refuses access to storage.
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
