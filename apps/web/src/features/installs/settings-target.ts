/**
 * Where an application is set up: an address of the web, or a path of the host product. Null for anything else, a script above all.
 */
export const settingsTarget = (given: string | null, hostUrl: string): string | null => {
  if (!given) return null
  // A path is the host product's own; what begins like another host is no path.
  const url = /^\/(?![/\\])/.test(given) ? URL.parse(given, hostUrl) : URL.parse(given)
  return url && /^https?:$/.test(url.protocol) && !url.username ? url.href : null
}
