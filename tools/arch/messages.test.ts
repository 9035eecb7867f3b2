// The tables of docs/product/messages.md name every message about buying, only messages of the code, and a test for each.
import { readFileSync } from 'node:fs'
import { CART_TEXTS, CHARGE_TEXTS, PAYMENT_TEXTS } from '@marketplace/contracts/carts/texts'
import { BRAND } from '@marketplace/contracts/core/brand'
import { SESSION_TEXTS } from '@marketplace/contracts/accounts/session'
import { expect, test } from 'vitest'
import { readCode } from './lengths.ts'

const rows = readFileSync('docs/product/messages.md', 'utf8')
  .split('\n')
  .filter((row) => row.startsWith('| ') && !/^\| (?:-|message |page )/.test(row))
  .map((row) => row.split('|').map((cell) => cell.trim()))
const messages = new Set(rows.map((cells) => cells[1]))

/** The source text of the shipped code. It may write a quote differently, and contains placeholders instead of product names. */
const shipped = readCode(process.cwd())
  .filter(({ path }) => /^(?:apps|packages)\/.*\/src\//.test(path) && !/\.(?:test|spec)\.tsx?$/.test(path))
  .map(({ text }) => text.replaceAll(String.raw`\'`, "'"))
  .join('\n')
const PRODUCTS = Object.values(BRAND.products)

/** Whether the code contains the message, compared in pieces between the placeholders ({…}) and the product names. */
const isShipped = (message: string): boolean => {
  const pieces = message.split(new RegExp(String.raw`\{\w+\}|${PRODUCTS.join('|')}`))
  return pieces.every((piece) => shipped.includes(piece.trim()))
}

test.each([
  ...Object.values(CART_TEXTS),
  ...Object.values(PAYMENT_TEXTS),
  ...Object.values(CHARGE_TEXTS.recurrent_charge),
  SESSION_TEXTS.tokenInvalid,
  SESSION_TEXTS.timeout,
  SESSION_TEXTS.foreignTransaction,
  SESSION_TEXTS.loggedOut,
  SESSION_TEXTS.ghostFailed,
])('"%s" is in the table', (message) => expect(messages).toContain(message))

test('the tables have the messages, and no more', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(isShipped('Application could be installed: {reason}')).toBe(false)
})

// The row of a page begins with its path, which other tests check. These rows begin with a message.
test.each(rows.filter((cells) => !cells[1]?.startsWith('`')).map((cells) => [cells[1] ?? '']))('"%s" is in the code', (message) =>
  expect(isShipped(message)).toBe(true),
)

// named-tests.test.ts compares files and titles with the tests.
test.each(rows.map((cells) => [cells[1], cells.at(-2) ?? '']))('"%s" has a test by its title: %s', (_, named) =>
  expect(named).toMatch(/^`[\w./-]+\.(?:test|spec)\.tsx?`, "[^"]+"/),
)
