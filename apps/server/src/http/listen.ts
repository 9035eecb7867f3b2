import { createServer, type Server } from 'node:http'
import { createServer as createProbe } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { TIME_LIMITS } from './time-limits.ts'

/** What a machine without that family of addresses answers. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Listens on each of the hosts, at one port. Loopback is two addresses, and what the name localhost stands for is each machine's own
 * affair. A further host that the machine does not have is passed over; rejects where the first one cannot be had, or where a port
 * is taken.
 */
export const listenOn = async (app: FastifyInstance, hosts: readonly string[], port: number): Promise<void> => {
  const [first, ...others] = hosts
  await app.listen({ host: first ?? '127.0.0.1', port })
  const further: Server[] = []
  // Fastify waits for its own connections when it closes; these go with them.
  app.server.once('close', () => {
    for (const server of further) {
      server.close()
      server.closeIdleConnections()
    }
  })
  for (const host of others) {
    // Through the first one, and so through whatever stands before its routes.
    const server = createServer(TIME_LIMITS, (request, response) => app.server.emit('request', request, response))
    server.timeout = TIME_LIMITS.silence
    // Whoever speaks another protocol over the first server (Vite's reload, while developing) is there on every address.
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

/** The port that was given, where 0 asked for any. */
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

/** Rejects where a port is taken or a host is none of this machine's: better known before anything else is begun. */
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
