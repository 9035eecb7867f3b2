// node tools/build.mjs: installs, and builds the web application, where that has not been done.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runMain } from './lib/project.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
