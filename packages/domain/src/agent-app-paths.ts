// The agent app shows the marketplace at addresses of its own: docs/product/hosts.md, The agent app's addresses.

const BASE = '/apps/marketplace'

/** Maps a path within the variant, with its query and hash, to the agent app's address. */
export const toAgentAppPath = (target: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(target) ?? []
  let end = path.length
  while (path[end - 1] === '/') end--
  return `${BASE}${end === 0 ? '/apps' : path.slice(0, end)}${rest}`
}

/** Maps an address of the agent app to a path within the variant. Other addresses are returned unchanged. */
export const fromAgentAppPath = (target: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(target) ?? []
  if (path !== BASE && !path.startsWith(`${BASE}/`)) return target
  const own = path.slice(BASE.length)
  return `${own === '' || own === '/' ? '/apps/' : own.endsWith('/') ? own : `${own}/`}${rest}`
}
