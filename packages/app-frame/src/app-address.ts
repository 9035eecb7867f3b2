/**
 * The address that the frame opens: the application's own, with what the SDKs read from it. Null for what is no address of the web, and for
 * one on the page's own origin, where its scripts could do in the frame what only the page may.
 */
export const appAddress = (
  given: string,
  { pluginId, theme, ownOrigin }: { pluginId: string; theme: 'light' | 'dark'; ownOrigin: string },
): { href: string; origin: string } | null => {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.origin === ownOrigin) return null
  url.searchParams.set('plugin_id', pluginId)
  url.searchParams.set('theme', theme)
  // "plain" would make the SDK send to whoever frames it.
  url.searchParams.delete('connection')
  return { href: url.href, origin: url.origin }
}

/**
 * It runs as itself, on its own origin: with scripts and forms, and with windows of its own, in which people sign in. Without
 * allow-top-navigation it cannot lead this window away.
 */
export const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'
export const ALLOW = 'clipboard-write; fullscreen'
