// npm run export -- FILE.jsonl
import { exportCatalogue } from '../modules/catalogue/index.ts'
import { withStore } from './open-store.ts'
import { readArguments } from './options.ts'
import { createProgressBar } from './progress-bar.ts'

const { file } = readArguments('usage: npm run export -- FILE.jsonl', [])

await withStore(async ({ client, files }) => {
  const bar = createProgressBar()
  const { lines, pictures } = await exportCatalogue({
    client,
    files,
    path: file,
    onProgress: ({ lines, total }) => bar.draw(lines / total, `${lines} of ${total} applications`),
  })
  bar.clear()
  console.log(`${lines} applications and ${pictures} pictures written to ${file}`)
})
