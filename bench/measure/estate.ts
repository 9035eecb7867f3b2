import { cpuSeconds, type CpuTime } from '../processes/worker.ts'
import { fetchAnswer } from './fetch-answer.ts'
import type { Measured } from './servers.ts'
import { median } from './statistics.ts'

/** How long a panel of "My apps" takes to answer, in ms, and the processor time that the server takes for it without the database. */
export type EstatePanel = { panel: string; medianMs: number; longestMs: number; cpuMs: number; bytes: number }

export const INSTALLS = 500
const ASKED = 20
const WARM = 5

const PANELS = [
  ['applications', '/applications?limit=200'],
  ['applications, the last page by cost', '/applications?limit=200&page=3&sort=-monthly'],
  ['costs', '/costs'],
  ['access', '/access'],
  ['activity', '/activity'],
  ['rules', '/rules'],
  ['CSV', '/applications/export'],
] as const

/** Asks each panel of an organization with many installs, one request after the other. */
export const measureEstate = async (server: Measured): Promise<EstatePanel[]> => {
  const token = await server.ask<string>('furnish', INSTALLS)
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
  const results: EstatePanel[] = []
  for (const [panel, path] of PANELS) {
    const ask = () => fetchAnswer(server.ready.port, `/api/v2/organizations/my${path}`, headers)
    for (let round = 0; round < WARM; round++) await ask()
    const times: number[] = []
    let bytes = 0
    const before = await server.ask<CpuTime>('cpu')
    for (let round = 0; round < ASKED; round++) {
      const started = performance.now()
      bytes = (await ask()).body.length
      times.push(performance.now() - started)
    }
    const cpuMs = (cpuSeconds(before, await server.ask<CpuTime>('cpu')) * 1_000) / ASKED
    results.push({ panel, medianMs: median(times), longestMs: Math.max(...times), cpuMs, bytes })
  }
  return results
}
