// node tools/browser.mjs: finds or downloads a browser for the tests, and prints its path.
import { ensureBrowser } from './lib/browser.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runMain } from './lib/project.mjs'

await runMain(async () => {
  await ensureInstalled()
  console.log(await ensureBrowser())
})
