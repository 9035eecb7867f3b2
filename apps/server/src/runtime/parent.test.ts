import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'

const script = `
  import { onParentGone } from '${new URL('./parent.ts', import.meta.url).href}'
  onParentGone(() => { console.log('gone'); process.exit(3) })
  console.log('up')
  setTimeout(() => process.exit(4), Number(process.argv.at(-1)))
`

const run = (flags: readonly string[], ms: number, closeInput: boolean): Promise<number | null> =>
  new Promise((resolve) => {
    const args = ['--input-type=module', '-e', script, '--', ...flags, String(ms)]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdout.on('data', () => closeInput && child.stdin.end())
    child.on('close', (code) => resolve(code))
  })

test.each([
  ['the end of its standard input is the end of its parent', ['--stop-with-stdin'], 20_000, true, 3],
  ['while that is open nothing happens', ['--stop-with-stdin'], 300, false, 4],
  ['without the flag its standard input means nothing', [], 300, true, 4],
] as const)('%s', async (_, flags, ms, closeInput, code) => {
  expect(await run(flags, ms, closeInput)).toBe(code)
})
