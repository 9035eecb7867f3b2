// What happens beside the running server: organizations, imports, and changes that a test could otherwise only wait for.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@marketplace/contracts/core/roles'
import { type Answer, type Asked, READY } from './beside-messages.ts'
import { PASSWORD } from './people.ts'
import { expect, test } from './test.ts'

type Waiting = { resolve: (result: readonly unknown[]) => void; reject: (error: Error) => void }

type Helper = { ask: (what: string, given: readonly string[]) => Promise<readonly unknown[]> }

/** Starts the process. It loads the server's modules and connects to the database once for all tests of this worker. */
const startHelper = (): Promise<Helper> =>
  new Promise((started, failed) => {
    const port = new URL(test.info().project.use.baseURL ?? '').port
    const child: ChildProcess = fork(join(import.meta.dirname, 'beside-server.ts'), {
      execArgv: [],
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, PORT: port },
    })
    const waiting = new Map<number, Waiting>()
    let count = READY
    child.on('message', ({ id, result, error }: Answer) => {
      if (id === READY) {
        // It ends together with this process, and must not keep it alive.
        child.unref()
        child.channel?.unref()
        return started({
          ask: (what, given) =>
            new Promise((resolve, reject) => {
              waiting.set(++count, { resolve, reject })
              child.send({ id: count, what, given } satisfies Asked, (problem) => problem && reject(problem))
            }),
        })
      }
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) asked?.resolve(result ?? [])
      else asked?.reject(new Error(error))
    })
    child.once('error', failed)
    child.once('exit', (code) => {
      helper = undefined
      const error = new Error(`beside-server.ts has ended with code ${code}`)
      failed(error)
      for (const { reject } of waiting.values()) reject(error)
    })
  })

let helper: Promise<Helper> | undefined

const ask = async (what: string, ...given: readonly string[]): Promise<readonly unknown[]> =>
  (await (helper ??= startHelper())).ask(what, given)

/** Changes something that a test could otherwise only wait for: beside-server.ts has the names and arguments. */
export const happen = async (what: string, ...given: readonly string[]): Promise<void> => {
  await ask(what, ...given)
}

export type OwnPeople = { name: string; owner: string; viceOwner: string; administrator: string; agent: string }

/**
 * Creates an organization without a card for this try of a test, and returns its name and the addresses of its people. Each try gets a
 * new one, so that purchases of an earlier try do not interfere, nor other tests that run beside it. Only people of `roles` exist.
 */
export const makeOrganization = async (begin: string, roles: readonly Role[] = ['owner', 'viceowner']): Promise<OwnPeople> => {
  const { retry, repeatEachIndex, testId } = test.info()
  const name = [begin, testId.slice(-6), retry, repeatEachIndex].join('-')
  await happen('organization', name, PASSWORD, ...roles)
  const emailOf = (role: Role) => `${role}@${name}.test`
  return {
    name,
    owner: emailOf('owner'),
    viceOwner: emailOf('viceowner'),
    administrator: emailOf('administrator'),
    agent: emailOf('normal'),
  }
}

/** Imports lines beside the running server, which shows them within a second. Fails if a line is refused. */
export const importLines = async (lines: readonly object[]): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'marketplace-e2e-import-'))
  try {
    const path = join(folder, 'lines.jsonl')
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect(await ask('import', path)).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
}
