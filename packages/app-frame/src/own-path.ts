const OWN = /^\/apps?\/([^/]+)\/?$/

/**
 * The query with which an application leads to its own full-screen page; null if `asked` is the path of something else. Applications know
 * that page as /app/{name} or /apps/{name}, with one of their `names`: slug, id, or the id of a widget.
 */
export const ownSearch = (asked: string, names: readonly string[]): string | null => {
  const url = URL.parse(asked, 'https://host.invalid')
  const name = url?.origin === 'https://host.invalid' ? OWN.exec(url.pathname)?.[1] : undefined
  return url && name !== undefined && names.includes(name) ? url.search : null
}
