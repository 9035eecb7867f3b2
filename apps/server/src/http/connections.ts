import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What is known of a connection since its first request. */
export type Connection = {
  /** Its newest request, and the answer to it. */
  request: IncomingMessage
  response: ServerResponse
  /** The number of requests whose answers are not complete. */
  unanswered: number
}

/** The connections of a server. */
export type Connections = {
  /** Takes note of a request. Called for each, before anything answers it. */
  note: (request: IncomingMessage, response: ServerResponse) => void
  /** The connection of this socket; undefined before its first request. */
  of: (socket: Socket) => Connection | undefined
}

export const createConnections = (): Connections => {
  const connections = new WeakMap<Socket, Connection>()
  return {
    note: (request, response) => {
      const { socket } = request
      const connection = connections.get(socket) ?? { request, response, unanswered: 0 }
      connection.request = request
      connection.response = response
      connection.unanswered++
      connections.set(socket, connection)
      response.once('close', () => connection.unanswered--)
    },
    of: (socket) => connections.get(socket),
  }
}
