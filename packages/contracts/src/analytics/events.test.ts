import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENTS, findEvent } from './events.ts'

const page = readFileSync('docs/product/analytics.md', 'utf8')

test('docs/product/analytics.md lists every event as it is declared', () => {
  const rows = page
    .split('\n')
    .filter((line) => /^\| `[a-z_]+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  expect(rows.map((row) => row.slice(0, 4))).toEqual(
    Object.entries(EVENTS).map(([name, { summary, application, detail }]) => [
      `\`${name}\``,
      summary,
      { always: 'yes', sometimes: 'some', never: '' }[application],
      detail === null ? '' : `${detail.says}: ${detail.values.join(', ')}`,
    ]),
  )
})

test('a property that every object inherits is not an event', () => {
  expect(['constructor', '__proto__', 'toString', ''].map(findEvent)).toEqual([undefined, undefined, undefined, undefined])
})
