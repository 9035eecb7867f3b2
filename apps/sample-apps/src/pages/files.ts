import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const BROWSER = new URL('../browser/', import.meta.url)

/** Reads the browser file of a published package, unchanged. */
const published = (name: string, file: string) => {
  const [root = ''] = fileURLToPath(import.meta.resolve(name)).split(/(?<=[\\/]dist[\\/])/)
  return { type: 'text/javascript', text: readFileSync(root + file, 'utf8') }
}

const scripts = readdirSync(BROWSER)
  .filter((name) => name.endsWith('.ts'))
  .map((name): [string, { type: string; text: string }] => [
    `/scripts/${name}`,
    { type: 'text/javascript', text: stripTypeScriptTypes(readFileSync(new URL(name, BROWSER), 'utf8')) },
  ])

/** The files that the pages load, by path. */
export const files: ReadonlyMap<string, { type: string; text: string }> = new Map([
  ...scripts,
  ['/sdk/agent-app.js', published('@livechat/agent-app-sdk', 'agentapp.umd.min.js')],
  ['/sdk/helpdesk.js', published('@livechat/helpdesk-sdk', 'helpdesk-sdk.umd.min.js')],
  ['/style.css', { type: 'text/css', text: readFileSync(new URL('./style.css', import.meta.url), 'utf8') }],
  ['/icon.svg', { type: 'image/svg+xml', text: readFileSync(new URL('./icon.svg', import.meta.url), 'utf8') }],
])
