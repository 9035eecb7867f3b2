// Reads fields of what an application sends. Everything else is null.

export type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

/** A text in one line, for people to read. */
export const textOf = (value: unknown, longest: number): string | null => {
  if (typeof value !== 'string') return null
  // Control and direction characters could make one text look like another, and wide blanks could hide whose it is.
  const text = value.replaceAll(/[\s\p{Cc}\u115f\u1160\u2800\u3164\uffa0\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return text && text.length <= longest ? text : null
}

export const wholeOf = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null

const LONGEST_ADDRESS = 2_000

/** An address of the web without a password in it. */
export const addressOf = (value: unknown, protocols = /^https?:$/): string | null => {
  const url = typeof value === 'string' && value.length <= LONGEST_ADDRESS ? URL.parse(value.trim()) : null
  return url && protocols.test(url.protocol) && !url.username && !url.password ? url.href : null
}

/** A picture's address: from this machine, or over https. */
export const pictureOf = (value: unknown): string | null => {
  const address = addressOf(value)
  return address && (address.startsWith('https:') || /^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(address)) ? address : null
}

/** A path of the host, which cannot lead to another origin: not "//elsewhere", not "/\elsewhere", nothing with "..". */
export const pathOf = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !/^\/(?![/\\])/.test(value)) return null
  const url = URL.parse(value, 'https://host.invalid')
  if (url?.origin !== 'https://host.invalid' || /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(value)) return null
  return url.pathname + url.search + url.hash
}
