// A bare server for comparison: node:http alone, sending the same bytes with the same headers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent, endWithParent } from './worker.ts'

export type SentAnswer = { headers: [string, string][]; body: Buffer }

let headers: string[] = []
let body = Buffer.alloc(0)
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
endWithParent()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

answerParent(
  { port: (server.address() as AddressInfo).port },
  {
    cpu: () => process.cpuUsage(),
    send: (answer: SentAnswer) => {
      headers = answer.headers.flat()
      body = Buffer.from(answer.body)
    },
  },
)
