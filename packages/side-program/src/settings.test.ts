import { describe, expect, it } from 'vitest'
import { originOf, settingsIn } from './settings.ts'
import { StartError } from './start-error.ts'

describe('settings of a program beside the server', () => {
  it('takes an empty value for none', () => {
    const { given, origin, port } = settingsIn({ PORT: '', PUBLIC_URL: '', NAME: '' })
    expect(given('NAME')).toBeUndefined()
    expect(port('PORT', 3000)).toBe(3000)
    expect(origin('PUBLIC_URL', 'http://localhost:3000')).toBe('http://localhost:3000')
  })

  it('reads the origin of an address, whatever follows it', () => {
    expect(originOf('PUBLIC_URL', 'https://apps.example.com/marketplace?x#y')).toBe('https://apps.example.com')
  })

  it.each(['', 'localhost:3000', '/apps', 'javascript:alert(1)', 'ftp://localhost', 'http://'])(
    'refuses %j as an origin',
    (value) => {
      expect(() => originOf('PUBLIC_URL', value)).toThrow(new StartError('Setting PUBLIC_URL: must be an origin'))
    },
  )

  it.each(['0', '80', '65535'])('reads the port %s', (value) => {
    expect(settingsIn({ PORT: value }).port('PORT', 1)).toBe(Number(value))
  })

  it.each(['-1', '65536', '3000.5', '3e3', ' 80', '１２', 'http'])('refuses %j as a port', (value) => {
    expect(() => settingsIn({ PORT: value }).port('PORT', 1)).toThrow(new StartError('Setting PORT: must be a port'))
  })
})
