import { expect, test } from 'vitest'
import { settingsTarget } from './settings-target.ts'

const HOST = 'https://host.test/agent/'

test.each([
  ['/settings?tab=1', 'https://host.test/settings?tab=1'],
  ['https://app.test/settings', 'https://app.test/settings'],
  [' https://app.test/settings ', 'https://app.test/settings'],
])('%j leads to %s', (given, target) => expect(settingsTarget(given, HOST)).toBe(target))

test.each([
  null,
  '',
  'settings',
  'javascript:alert(1)',
  '//evil.test/',
  '/\\evil.test/',
  // The parser of addresses skips tabs and line breaks, so these would be '//evil.test/'.
  '/\t/evil.test/',
  '/\n/evil.test/',
  'https://user@evil.test/',
  'https://:password@evil.test/',
])('%j leads nowhere', (given) => expect(settingsTarget(given, HOST)).toBeNull())
