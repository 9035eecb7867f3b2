// Builds packages/host-sdk as it is published: one module without dependencies, its types, and the page that explains it.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGE = join(ROOT, 'packages/host-sdk')
/** The messages are declared in contracts, and published beside the package's own declarations. */
const MESSAGES = 'packages/contracts/src/host-messages/messages'
const SHARED = /@marketplace\/contracts\/host-messages\/messages/g

const writeTypes = async (out: string): Promise<void> => {
  const types = await mkdtemp(join(tmpdir(), 'marketplace-types-'))
  try {
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const options = ['--declaration', '--emitDeclarationOnly', '--rootDir', ROOT, '--outDir', types]
    const compile = (...given: string[]) => promisify(execFile)(process.execPath, [compiler, ...given, ...options])
    await compile('-p', PACKAGE, '--noEmit', 'false')
    // To the compiler this is a separate package, so it writes no declarations of other packages.
    await compile(
      join(ROOT, `${MESSAGES}.ts`),
      '--ignoreConfig',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--types',
      '',
    )
    const declared = await readFile(join(types, 'packages/host-sdk/src/index.d.ts'), 'utf8')
    await writeFile(join(out, 'index.d.ts'), declared.replaceAll(SHARED, './shared.js'))
    await cp(join(types, `${MESSAGES}.d.ts`), join(out, 'shared.d.ts'))
  } finally {
    await rm(types, { recursive: true })
  }
}

/** Writes the package into a folder, from which `npm publish` takes it. */
export const buildHostSdk = async (out: string): Promise<void> => {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await build({
    configFile: false,
    root: PACKAGE,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      // For a library Vite keeps every space and line.
      rolldownOptions: { output: { minify: true } },
      lib: { entry: join(PACKAGE, 'src/index.ts'), formats: ['es'], fileName: 'index' },
    },
  })
  await writeTypes(out)
  const { name, version, description, license, publishConfig } = JSON.parse(
    await readFile(join(PACKAGE, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  const published = {
    name,
    version,
    description,
    license,
    publishConfig,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  await cp(join(PACKAGE, 'README.md'), join(out, 'README.md'))
  await cp(join(ROOT, 'LICENSE'), join(out, 'LICENSE'))
}

if (import.meta.main) {
  const out = join(PACKAGE, 'dist')
  await buildHostSdk(out)
  console.log(`The package is in ${out}`)
}
