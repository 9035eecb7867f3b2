// npm run import -- FILE.jsonl [--dry-run]
import { access, constants, stat } from 'node:fs/promises'
import { importCatalogue } from '../modules/catalogue/index.ts'
import { withStore } from './open-store.ts'
import { fail, readArguments } from './options.ts'
import { createProgressBar } from './progress-bar.ts'

const { file, flags } = readArguments('usage: npm run import -- FILE.jsonl [--dry-run]', ['dry-run'])
await access(file, constants.R_OK).catch(() => fail(`${file} cannot be read`))
// Refuse pipes, which may never end, and folders.
if (!(await stat(file)).isFile()) fail(`${file} cannot be read: it is not a file`)
const dryRun = flags.has('dry-run')

await withStore(async ({ client, files }, { production }) => {
  const bar = createProgressBar()
  const report = await importCatalogue({
    client,
    files,
    path: file,
    dryRun,
    production,
    now: new Date(),
    onProgress: ({ lines, bytes, totalBytes }) => bar.draw(bytes / totalBytes, `${lines} lines`),
  })
  bar.clear()
  for (const { line, reason } of report.remarks) console.log(`line ${line}: ${reason}`)
  const { lines, created, updated, refused } = report
  console.log(
    `${lines} lines: ${created} new, ${updated} updated, ${refused} refused${dryRun ? '. Nothing was changed (--dry-run)' : ''}`,
  )
})
