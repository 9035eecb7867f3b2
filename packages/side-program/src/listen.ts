import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from './start-error.ts'

const TIME_LIMITS = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])
export const LOOPBACK = ['127.0.0.1', '::1']

type Listening = {
  /** The setting of the port, for error messages. */
  setting: string
  /** 0 means any free port. */
  port: number
  /** Loopback addresses. This machine may lack all of them but the first. */
  hosts: readonly string[]
  maxConnections: number
}

/**
 * Serves `handler` on one port of each address. Resolves with the port and `close`, which also ends open connections. Throws a StartError
 * if another program uses the port.
 */
export const listen = async (handler: RequestListener, { setting, port, hosts, maxConnections }: Listening) => {
  const servers: Server[] = []
  let chosen = port
  for (const [index, host] of hosts.entries()) {
    const server = createServer(TIME_LIMITS, handler)
    server.maxConnections = maxConnections
    try {
      await new Promise<void>((resolve, reject) =>
        server.once('error', reject).listen({ host, port: chosen, ipv6Only: true }, resolve),
      )
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') {
        throw new StartError(`${setting}: ${chosen} is in use by another program. Set ${setting} to a free one.`)
      }
      if (index > 0 && NO_SUCH_ADDRESS.has(code ?? '')) continue
      throw error
    }
    servers.push(server)
    chosen = (server.address() as AddressInfo).port
  }
  const close = (): void => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
  return { port: chosen, close }
}
