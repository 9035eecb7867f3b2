import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../lib/attack.ts'
import { inRounds } from '../lib/rounds.ts'
import { startTraffic } from '../lib/traffic.ts'
import type { Visits } from '../lib/visits.ts'

/** Installs an application before the kill, to check afterwards that the installation survived. */
const installFirst = async (visits: Visits): Promise<string[]> => {
  const { status, text } = await visits.install()
  // It may still be installed from the round before.
  return status === 409 || (status !== null && status < 300) ? [] : [`an install got ${status} ${text}`]
}

const lost = async (visits: Visits): Promise<string[]> =>
  (await visits.isInstalled()) ? [] : ['what was installed before is lost']

export const killDatabase: Attack = {
  name: 'kill-database',
  proves:
    'PostgreSQL, if it is killed under traffic, is restarted automatically and loses nothing, and every request succeeds or gets 503',
  run: inRounds(async ({ marketplace, visits, random }) => {
    const wrong = await installFirst(visits)
    const server = marketplace.pid()
    const kill = () => {
      const postmaster = marketplace.postmaster()
      process.kill(postmaster, random.pick(['SIGKILL', 'SIGQUIT']))
      return postmaster
    }
    // The other visitors start later: they also uninstall, and would remove the installation that must survive the kill.
    await marketplace.databaseAnswers(kill())
    wrong.push(...(await lost(visits)))
    await visits.ready()
    const traffic = startTraffic(visits)
    await sleep(random.int(50, 400))
    const killed = kill()
    await sleep(random.int(50, 1_500))
    wrong.push(...(await traffic.stop()))
    await marketplace.databaseAnswers(killed)
    await visits.ready()
    return marketplace.pid() === server ? wrong : [...wrong, 'the server is another one']
  }),
}

export const killServer: Attack = {
  name: 'kill-server',
  proves: 'a server that is killed under traffic starts again on the same data folder and has lost nothing',
  run: inRounds(async ({ marketplace, visits, random }) => {
    const wrong = await installFirst(visits)
    const together = random.chance(0.5)
    await marketplace.kill('SIGKILL')
    if (together) process.kill(marketplace.postmaster(), 'SIGKILL')
    await marketplace.start()
    await visits.ready()
    wrong.push(...(await lost(visits)))
    const traffic = startTraffic(visits, { mayGetNoAnswer: true })
    await sleep(random.int(50, 400))
    await marketplace.kill('SIGKILL')
    wrong.push(...(await traffic.stop()))
    await marketplace.start()
    await visits.ready()
    return wrong
  }),
}
