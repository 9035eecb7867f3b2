/**
 * The address of the frame: the application's address, with the parameters that the SDKs read. Null if it is not a web address, or if it is
 * on the page's own origin, where the application's scripts would have all rights of the page.
 */
export const appAddress = (
  given: string,
  { pluginId, theme, ownOrigin }: { pluginId: string; theme: 'light' | 'dark'; ownOrigin: string },
): { href: string; origin: string } | null => {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.origin === ownOrigin) return null
  url.searchParams.set('plugin_id', pluginId)
  url.searchParams.set('theme', theme)
  // With "plain" the SDK would send messages to every page that frames it.
  url.searchParams.delete('connection')
  return { href: url.href, origin: url.origin }
}

/**
 * The `sandbox` of the frame. The application runs on its own origin, with scripts, forms and windows, in which people can sign in. Without
 * allow-top-navigation it cannot navigate this window.
 */
export const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'
export const ALLOW = 'clipboard-write; fullscreen'
