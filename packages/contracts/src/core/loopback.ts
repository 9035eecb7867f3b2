/** Whether a host name or address, without its port, always means this machine. */
export const isLoopbackHost = (host: string): boolean => {
  const plain = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || plain === '::1' || /^127(?:\.\d{1,3}){3}$/.test(plain)
}
