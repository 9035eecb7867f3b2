// The router's wildcard takes any character of a path but a line break. Only an address of nothing can have one.

const ENCODED = /%0a|%0d|%e2%80%a[89]/gi

/** Whether a path has a line break in it, percent-encoded as every address has it. */
export const hasLineBreak = (path: string): boolean => path.search(ENCODED) >= 0

/** The path with the percent signs of its line breaks standing for themselves: the router takes it. */
export const withoutLineBreaks = (path: string): string => path.replace(ENCODED, (lineBreak) => lineBreak.replaceAll('%', '%25'))
