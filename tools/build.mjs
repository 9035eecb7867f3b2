// node tools/build.mjs: installs the dependencies and builds the web application, if either is needed.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runMain } from './lib/project.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
