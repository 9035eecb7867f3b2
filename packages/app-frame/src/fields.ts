// Reads fields of an application's messages. Each function returns null for an invalid value.

export type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

/** A text as one line, for display. */
export const textOf = (value: unknown, longest: number): string | null => {
  if (typeof value !== 'string') return null
  // Control and direction characters could disguise a text, and wide blanks could push the name of its author out of view.
  const text = value.replaceAll(/[\s\p{Cc}\u115f\u1160\u2800\u3164\uffa0\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return text && text.length <= longest ? text : null
}

export const wholeOf = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : null

const LONGEST_ADDRESS = 2_000

/** A web address without a password. */
export const addressOf = (value: unknown, protocols = /^https?:$/): string | null => {
  const url = typeof value === 'string' && value.length <= LONGEST_ADDRESS ? URL.parse(value.trim()) : null
  return url && protocols.test(url.protocol) && !url.username && !url.password ? url.href : null
}

/** The address of a picture: over https, or on this machine. */
export const pictureOf = (value: unknown): string | null => {
  const address = addressOf(value)
  return address && (address.startsWith('https:') || /^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(address)) ? address : null
}

/** A path that cannot lead to another origin: not "//elsewhere", not "/\elsewhere", and without "..". */
export const pathOf = (value: unknown): string | null => {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !/^\/(?![/\\])/.test(value)) return null
  const url = URL.parse(value, 'https://host.invalid')
  if (url?.origin !== 'https://host.invalid' || /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(value)) return null
  return url.pathname + url.search + url.hash
}
