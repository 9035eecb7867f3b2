/** Whether a host name or an address, without its port, can only mean the machine itself. */
export const isLoopbackHost = (host: string): boolean => {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}
