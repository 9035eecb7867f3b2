import { expect, test } from 'vitest'
import { isSearchable } from './limits.ts'

test.each(['ab', 'C#', 'c++', '5G', '42', 'é-mail', 'a b', '日本', 'हिं', '-x1-', '😀 ok'])(
  '%j is long enough for a search',
  (text) => {
    expect(isSearchable(text)).toBe(true)
  },
)

test.each(['', 'a', '-a-', '--', '++', '# +', '+a', 'c #', '😀😀', '日', 'e\u0301', '\u0000\u0000', '& &', '\ud800\ud800'])(
  '%j is too short for a search',
  (text) => {
    expect(isSearchable(text)).toBe(false)
  },
)
