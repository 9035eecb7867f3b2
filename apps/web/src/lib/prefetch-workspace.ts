let asked = false

/**
 * Brings what a screen of the workspace starts with into the browser's cache, once, when somebody is about to go there. `shell` is the address of
 * any of its screens: the shell names its scripts and styles, so that no page of the storefront has to.
 */
export const prefetchWorkspace = async (shell: string): Promise<void> => {
  if (asked) return
  asked = true
  try {
    const html = await (await fetch(shell, { priority: 'low' })).text()
    const files = [...html.matchAll(/<(?:script|link)\s[^>]*?(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
      ([, file = '']) => file,
    )
    await Promise.all(files.map((file) => fetch(file, { priority: 'low' })))
  } catch {
    // The next sign of it tries again.
    asked = false
  }
}
