import { expect, test } from 'vitest'
import { appAddress, SANDBOX } from './app-address.ts'

const GIVEN = { pluginId: 'app 1', theme: 'dark', ownOrigin: 'https://shop.example' } as const

test.each([
  ['https://app.example/a?b=1#c', 'https://app.example/a?b=1&plugin_id=app+1&theme=dark#c'],
  ['https://app.example/?theme=light&plugin_id=other', 'https://app.example/?theme=dark&plugin_id=app+1'],
  ['https://app.example/?connection=plain', 'https://app.example/?plugin_id=app+1&theme=dark'],
  ['https://app.example/?connection=plain&connection=plain', 'https://app.example/?plugin_id=app+1&theme=dark'],
])('%s', (given, href) => {
  expect(appAddress(given, GIVEN)).toEqual({ href, origin: 'https://app.example' })
})

test.each([
  'https://shop.example/apps/',
  'https://SHOP.example:443/apps/',
  'https://me:secret@app.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://app.example/1',
  '/app',
  '',
])('%s is not framed', (given) => {
  expect(appAddress(given, GIVEN)).toBeNull()
})

test('a framed application cannot lead the window away', () => {
  expect(SANDBOX).not.toContain('top-navigation')
})
