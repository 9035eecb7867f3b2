// node tools/browser.mjs: makes sure of a browser for the tests, and prints where it is.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runMain } from './lib/project.mjs'

await runMain(async () => {
  await ensureInstalled()
  console.log(await ensureBrowser())
})
