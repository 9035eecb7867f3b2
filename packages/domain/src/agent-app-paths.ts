// The agent app shows the marketplace under an address of its own: docs/product/hosts.md, The agent app's addresses.

const BASE = '/apps/marketplace'

/** A path within the variant, with its query and hash, as the agent app has it. */
export const toAgentAppPath = (target: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(target) ?? []
  let end = path.length
  while (path[end - 1] === '/') end--
  return `${BASE}${end === 0 ? '/apps' : path.slice(0, end)}${rest}`
}

/** The path within the variant of an address as the agent app has it; what is not under its base is one already. */
export const fromAgentAppPath = (target: string): string => {
  const [, path = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(target) ?? []
  if (path !== BASE && !path.startsWith(`${BASE}/`)) return target
  const own = path.slice(BASE.length)
  return `${own === '' || own === '/' ? '/apps/' : own.endsWith('/') ? own : `${own}/`}${rest}`
}
