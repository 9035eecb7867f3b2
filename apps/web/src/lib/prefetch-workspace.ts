let asked = false

/**
 * Loads the scripts and styles of the workspace into the browser's cache, once, when the person is about to open a screen. `shell` is the
 * address of any screen. Its document names the files, so that the storefront's pages need not name them.
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
    // The next call tries again.
    asked = false
  }
}
