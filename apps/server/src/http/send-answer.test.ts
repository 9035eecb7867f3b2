import { describe, expect, test } from 'vitest'
import { chooseEncoding } from './send-answer.ts'

describe('chooseEncoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['identity', 'identity'],
    ['gzip;q=0.5, br;q=0.1', 'br'],
    [';;;,,,q=', 'identity'],
  ] as const)('%s is %s', (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected)
  })
})
