const OWN = /^\/apps?\/([^/]+)\/?$/

/**
 * The query of a path that leads to the application's own full-screen page; null for any other path. Applications know that page as
 * /app/{name} or /apps/{name}, where the name is one of `names`: the slug, the id, or the id of a widget.
 */
export const ownSearch = (asked: string, names: readonly string[]): string | null => {
  const url = URL.parse(asked, 'https://host.invalid')
  const name = url?.origin === 'https://host.invalid' ? OWN.exec(url.pathname)?.[1] : undefined
  return url && name !== undefined && names.includes(name) ? url.search : null
}
