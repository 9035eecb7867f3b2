/**
 * A part of a user agent, and the browser's name. The first match counts, because most user agents also contain the names of other
 * browsers.
 */
const BROWSERS: readonly (readonly [string, string])[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: readonly (readonly [string, string])[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
]
/** Characters of a user agent that are read; those of real browsers are far shorter. */
const LONGEST = 500

const nameIn = (text: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([mark]) => text.includes(mark))?.[1]

/** The name of a browser, from its user agent: "Firefox on Windows". */
export const describeBrowser = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, LONGEST)
  const [browser, system] = [nameIn(text, BROWSERS), nameIn(text, SYSTEMS)]
  if (browser === undefined) return system === undefined ? 'An unknown browser' : `An unknown browser on ${system}`
  return system === undefined ? browser : `${browser} on ${system}`
}
