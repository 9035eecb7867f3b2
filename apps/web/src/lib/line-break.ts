// The router's wildcard matches any character of a path except a line break. No existing page has a line break in its address.

const ENCODED = /%0a|%0d|%e2%80%a[89]/gi

/** Whether a path has a percent-encoded line break in it. */
export const hasLineBreak = (path: string): boolean => path.search(ENCODED) >= 0

/** The path with the percent signs of its line breaks encoded, so that the router matches it. */
export const withoutLineBreaks = (path: string): string => path.replace(ENCODED, (lineBreak) => lineBreak.replaceAll('%', '%25'))
