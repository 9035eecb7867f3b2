import { expect, test } from 'vitest'
import { hasLineBreak, withoutLineBreaks } from './line-break.ts'

test.each([
  ['/apps/%0A', '/apps/%250A'],
  ['/%0d%0Ax/', '/%250d%250Ax/'],
  ['/%E2%80%A8/%e2%80%a9', '/%25E2%2580%25A8/%25e2%2580%25a9'],
])('%s has a line break', (path, without) => {
  expect([hasLineBreak(path), withoutLineBreaks(path), hasLineBreak(without)]).toEqual([true, without, false])
})

test.each(['/apps/', '/%09', '/%250A', '/%E2%80%A7', '/0A', ''])('%s has none', (path) => {
  expect([hasLineBreak(path), withoutLineBreaks(path)]).toEqual([false, path])
})
