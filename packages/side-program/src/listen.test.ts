import { afterEach, describe, expect, it } from 'vitest'
import { listen, LOOPBACK } from './listen.ts'
import { StartError } from './start-error.ts'

const setting = 'SAMPLE_PORT'
const maxConnections = 10
const opened: { close: () => void }[] = []
afterEach(() => {
  for (const { close } of opened.splice(0)) close()
})

const start = async (port: number, hosts: readonly string[] = LOOPBACK) => {
  const server = await listen((_request, response) => response.end('here'), { setting, port, hosts, maxConnections })
  opened.push(server)
  return server
}
const answerOf = async (address: string): Promise<string> => (await fetch(address)).text()

describe('listening on loopback', () => {
  it('takes one free port for every address', async () => {
    const { port } = await start(0)
    expect(await answerOf(`http://127.0.0.1:${port}`)).toBe('here')
    expect(await answerOf(`http://localhost:${port}`)).toBe('here')
  })

  it('says which setting chooses another port than the one in use', async () => {
    const { port } = await start(0, ['127.0.0.1'])
    await expect(start(port, ['127.0.0.1'])).rejects.toThrow(
      new StartError(`SAMPLE_PORT: ${port} is in use by another program. Set SAMPLE_PORT to a free one.`),
    )
  })

  it('needs its first address only', async () => {
    const { port } = await start(0, ['127.0.0.1', '192.0.2.1'])
    expect(await answerOf(`http://127.0.0.1:${port}`)).toBe('here')
    await expect(start(0, ['192.0.2.1'])).rejects.toThrow('EADDRNOTAVAIL')
  })

  it('ends open connections when it closes', async () => {
    const { port, close } = await start(0, ['127.0.0.1'])
    await answerOf(`http://127.0.0.1:${port}`)
    close()
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  })
})
