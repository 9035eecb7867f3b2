import { expect, test } from 'vitest'
import { openVault } from './vault.ts'

const TEXT = 'JBSWY3DPEHPK3PXP'

test('a sealed text opens for the same owner, and differs each time', () => {
  const vault = openVault(['a secret'])
  const sealed = vault.seal(TEXT, 'ada')
  expect(vault.open(sealed, 'ada')).toBe(TEXT)
  expect(sealed).not.toContain(TEXT)
  expect(vault.seal(TEXT, 'ada')).not.toBe(sealed)
})

test('a sealed text does not open for another owner, with another key, or after a change', () => {
  const vault = openVault(['a secret'])
  const sealed = vault.seal(TEXT, 'ada')
  expect(vault.open(sealed, 'bob')).toBeNull()
  expect(openVault(['another']).open(sealed, 'ada')).toBeNull()
  const [id = '', text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(vault.open(`${id}.${changed.toString('base64url')}`, 'ada')).toBeNull()
  }
  for (const wrong of ['', '.', id, `${id}.`, `${id}.AAAA`, `x.${text}`]) expect(vault.open(wrong, 'ada')).toBeNull()
})

test('with a new secret, texts that were sealed with the old one still open', () => {
  const sealed = openVault(['old']).seal(TEXT, 'ada')
  const vault = openVault(['new', 'old'])
  expect(vault.open(sealed, 'ada')).toBe(TEXT)
  expect(openVault(['old']).open(vault.seal(TEXT, 'ada'), 'ada')).toBeNull()
})
