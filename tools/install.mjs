// node tools/install.mjs: installs the project's dependencies if they are missing.
import { ensureInstalled } from './lib/install.mjs'
import { runMain } from './lib/project.mjs'

await runMain(ensureInstalled)
