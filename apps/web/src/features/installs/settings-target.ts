/**
 * The address of an application's settings: a web address, or a path of the host product. Null for everything else, such as
 * `javascript:`.
 */
export const settingsTarget = (given: string | null, hostUrl: string): string | null => {
  if (!given) return null
  // A single slash begins a path of the host product; `//` or `/\` would lead to another host.
  const url = /^\/(?![/\\])/.test(given) ? URL.parse(given, hostUrl) : URL.parse(given)
  return url && /^https?:$/.test(url.protocol) && !url.username ? url.href : null
}
