import { describe, expect, it } from 'vitest'
import { excludedBeside, withRemembered } from './compatibility.ts'

describe('excludedBeside', () => {
  it.each([
    [['helpdesk'], 'livechat'],
    [['livechat'], 'helpdesk'],
    [[], null],
    [['livechat', 'helpdesk'], null],
    [['fax'], null],
  ])('%j stores %s', (chosen, stored) => expect(excludedBeside(chosen)).toBe(stored))
})

describe('withRemembered', () => {
  it.each([
    ['', null, ''],
    ['', '', ''],
    ['', 'livechat', '?compatibility=helpdesk'],
    ['?compatibility=', 'livechat', '?compatibility=helpdesk'],
    ['?compatibility=livechat', 'livechat', '?compatibility=livechat'],
    ['?payment=free&page=2&utm_source=mail', 'helpdesk', '?payment=free&compatibility=livechat&page=2&utm_source=mail'],
    ['', 'livechat,helpdesk', ''],
    ['', 'something,else', ''],
  ])('%s beside %s is %s', (search, stored, expected) => expect(withRemembered(search, stored)).toBe(expected))
})
