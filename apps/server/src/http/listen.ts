import { createServer, type Server } from 'node:http'
import { createServer as createProbe } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { TIME_LIMITS } from './time-limits.ts'

/** Error codes of a machine without IPv4 or without IPv6. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Listens on each of the hosts at one port. Loopback has two addresses, and machines differ in which of them `localhost` means.
 * Hosts after the first are skipped if the machine does not have that address. Rejects if the first host is unavailable or a port
 * is taken.
 */
export const listenOn = async (app: FastifyInstance, hosts: readonly string[], port: number): Promise<void> => {
  const [first, ...others] = hosts
  await app.listen({ host: first ?? '127.0.0.1', port })
  const further: Server[] = []
  // On close Fastify waits for its own connections only. These servers are closed with it.
  app.server.once('close', () => {
    for (const server of further) {
      server.close()
      server.closeIdleConnections()
    }
  })
  for (const host of others) {
    // Pass requests to the first server, so that its listeners (the front door, then the routes) handle them.
    const server = createServer(TIME_LIMITS, (request, response) => app.server.emit('request', request, response))
    server.timeout = TIME_LIMITS.silence
    // Vite's reload in development uses the `upgrade` event of the first server. Make it work on every address.
    if (app.server.listenerCount('upgrade') > 0)
      server.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head))
    server.on('clientError', (error, socket) => app.server.emit('clientError', error, socket))
    try {
      await listen(server, host, portOf(app) ?? port)
      further.push(server)
    } catch (error) {
      if (!NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/** The actual port. It differs from the setting if that is 0, which means any free port. */
const portOf = (app: FastifyInstance): number | undefined => {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : undefined
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, ipv6Only: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/**
 * Rejects if a port is taken or a host is not an address of this machine. Called first, so that a start fails before it does
 * other work.
 */
export const assertCanListen = async (hosts: readonly string[], port: number): Promise<void> => {
  for (const [index, host] of hosts.entries()) {
    const probe = createProbe()
    try {
      await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ host, port, ipv6Only: true }, resolve))
    } catch (error) {
      if (index === 0 || !NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    } finally {
      await new Promise((resolve) => probe.close(resolve))
    }
  }
}
