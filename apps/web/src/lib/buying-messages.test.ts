// The tables of docs/product/messages.md name every message about buying, and name only tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { CART_TEXTS, CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/product/messages.md', 'utf8')
  .split('\n')
  .filter((row) => row.startsWith('| '))
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.at(-2)?.startsWith('`'))
const messages = new Set(rows.map((cells) => cells[1]))

test.each([...Object.values(CART_TEXTS), ...Object.values(PAYMENT_TEXTS), ...Object.values(CHARGE_TEXTS.recurrent_charge)])(
  '"%s" is in the table',
  (message) => expect(messages).toContain(message),
)

test.each(rows.map((cells) => [cells[1], cells.at(-2) ?? '']))('"%s" has a test that exists: %s', (_, named) => {
  const [, file = '', title = ''] = /^`([\w-]+)`: (.+)$/.exec(named) ?? []
  const path = `e2e/${file}.spec.ts`
  expect(existsSync(path) && readFileSync(path, 'utf8')).toContain(title)
})
