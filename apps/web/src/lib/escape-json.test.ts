import { expect, it } from 'vitest'
import { escapeJson } from './escape-json.ts'

it('keeps a text from ending the script element, and means the same', () => {
  const value = { text: '</script><!-- \u2028\u2029 -->' }
  const escaped = escapeJson(value)
  expect(escaped).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(escaped)).toEqual(value)
})
