// node tools/install.mjs: installs what the project needs, if it is not there.
import { ensureInstalled } from './lib/install.mjs'
import { runMain } from './lib/project.mjs'

await runMain(ensureInstalled)
