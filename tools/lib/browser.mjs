import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { runStep } from './child.mjs'
import { PlainError, projectNode, root } from './project.mjs'

const PROBE_MS = 5_000
const DOWNLOAD_SECONDS = 300
const APT_SECONDS = 600
/** After a failed download, another installed browser is used without a retry for this long. */
const FAILED_FOR_MS = 24 * 60 * 60 * 1_000

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const SHELL_FILES = ['chrome-headless-shell', 'headless_shell', 'chrome-headless-shell.exe']
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

const playwright = () => join(root, 'node_modules', 'playwright-core', 'cli.js')
const failedFile = () => join(root, '.cache', 'browser-download-failed')

/**
 * The path of a Chromium that works here: CHROMIUM_PATH, Playwright's own (downloaded if possible), an installed one, or Debian's
 * (installed if root may do so). Throws a PlainError if there is none.
 */
export const ensureBrowser = async () => {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new PlainError(`CHROMIUM_PATH: ${given} is not a Chromium that works.`)
  }
  const own = playwrightsOwn()
  if (own && runs(own)) return own
  if (own && (await download()) && (await runsWithItsLibraries(own))) return own
  const installed = findInstalled()
  if (installed) return installed
  if (await aptInstall('chromium')) {
    const fresh = findInstalled()
    if (fresh) return fresh
  }
  throw new PlainError('The tests need a browser: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.')
}

/**
 * The path of a Chromium without a window, which takes half the processor time of the complete one: CHROMIUM_SHELL_PATH, Playwright's own,
 * an installed one, or Debian's (installed if root may do so). `browser` is what `ensureBrowser` returned, and what is returned if there is none.
 */
export const ensureShell = async (browser) => {
  const given = process.env.CHROMIUM_SHELL_PATH
  if (given) {
    if (runs(given)) return given
    throw new PlainError(`CHROMIUM_SHELL_PATH: ${given} is not a Chromium that works.`)
  }
  // A person who names a browser wants exactly that one.
  if (process.env.CHROMIUM_PATH) return browser
  const own = playwrightsOwn()
  if (own === browser) {
    const shell = findShellBeside(own)
    return shell && (await runsWithItsLibraries(shell)) ? shell : browser
  }
  const installed = findInstalled(SHELL_NAMES)
  if (installed) return installed
  const isDebians = basename(browser) === 'chromium' && (await aptInstall('chromium-headless-shell'))
  return (isDebians && findInstalled(SHELL_NAMES)) || browser
}

/** Playwright's own shell lies in a folder beside that of its Chromium, with the same number. */
const findShellBeside = (own) => {
  const folder = dirname(dirname(own)).replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1')
  if (!existsSync(folder)) return null
  const files = readdirSync(folder).flatMap((inner) => SHELL_FILES.map((file) => join(folder, inner, file)))
  return files.find((file) => existsSync(file)) ?? null
}

/** The path of Playwright's own Chromium, whether it is installed or not. */
const playwrightsOwn = () => {
  const script = "import { chromium } from 'playwright-core'; console.log(chromium.executablePath())"
  const { stdout, status } = spawnSync(projectNode(), ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Whether a browser can render a page. One without its libraries cannot, nor can a distribution's stub. */
const runs = (path) => {
  if (!existsSync(path)) return false
  const profile = mkdtempSync(join(tmpdir(), 'marketplace-browser-'))
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ]
  const page = 'data:text/html,<p>it runs</p>'
  const options = { encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL' }
  const { stdout } = spawnSync(path, [...args, `--user-data-dir=${profile}`, '--dump-dom', page], options)
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  return stdout?.includes('it runs') ?? false
}

const download = async () => {
  const failedLately = existsSync(failedFile()) && Date.now() - statSync(failedFile()).mtimeMs < FAILED_FOR_MS
  if (failedLately && findInstalled()) return false
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(PROBE_MS) }
  const options = { cwd: root, env, seconds: DOWNLOAD_SECONDS, detached: process.platform !== 'win32' }
  const args = [playwright(), 'install', 'chromium']
  const done =
    (await isReachable()) && (await runStep('Downloading a browser for the tests', projectNode(), args, options)).code === 0
  if (done) return true
  try {
    mkdirSync(join(root, '.cache'), { recursive: true })
    writeFileSync(failedFile(), '')
  } catch {
    // The next run retries.
  }
  console.error('Playwright’s own browser cannot be downloaded here: using an installed one.')
  return false
}

// Playwright itself would retry for minutes if its server is unreachable. With a proxy or a mirror this check cannot tell, so it returns
// true.
const isReachable = async () => {
  const { HTTPS_PROXY, https_proxy: lower, PLAYWRIGHT_DOWNLOAD_HOST, PLAYWRIGHT_CHROMIUM_DOWNLOAD_HOST } = process.env
  if (HTTPS_PROXY || lower || PLAYWRIGHT_DOWNLOAD_HOST || PLAYWRIGHT_CHROMIUM_DOWNLOAD_HOST) return true
  try {
    await fetch('https://cdn.playwright.dev/', { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) })
    return true
  } catch {
    return false
  }
}

const findInstalled = (names = NAMES) => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  if (names === NAMES) candidates.push(...MAC)
  return candidates.find((path) => existsSync(path) && runs(path)) ?? null
}

// A downloaded browser does not include the libraries that it needs.
const runsWithItsLibraries = async (path) => {
  if (runs(path)) return true
  if (!mayUseApt()) return false
  const args = [playwright(), 'install-deps', 'chromium']
  await runStep('Installing the libraries of the browser', projectNode(), args, { cwd: root, seconds: APT_SECONDS })
  return runs(path)
}

const mayUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const aptInstall = async (name) => {
  if (!mayUseApt()) return false
  const script = `apt-get update && apt-get install -y --no-install-recommends ${name}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code } = await runStep(`Installing ${name}`, '/bin/sh', ['-c', script], { env, seconds: APT_SECONDS })
  return code === 0
}
