import { describe, expect, test } from 'vitest'
import { usStateOf } from './us-states.ts'

describe('usStateOf', () => {
  test.each([
    ['75201', 'TX'],
    ['75201-1234', 'TX'],
    ['752011234', 'TX'],
    [' 10001 ', 'NY'],
    ['00501', 'NY'],
    ['06390', 'NY'],
    ['06103', 'CT'],
    ['20001', 'DC'],
    ['20101', 'VA'],
    ['20500', 'DC'],
    ['73301', 'TX'],
    ['73102', 'OK'],
    ['83414', 'WY'],
    ['83702', 'ID'],
    ['88510', 'TX'],
    ['96813', 'HI'],
    ['99501', 'AK'],
    ['97201', 'OR'],
    ['00901', 'PR'],
  ])('%s is in %s', (zip, state) => {
    expect(usStateOf(zip)).toBe(state)
  })

  test.each([
    '',
    '7520',
    '752011',
    'ABCDE',
    '00000',
    '09012',
    '96201',
    '96799',
    '96910',
    '21300',
    'SW1A 1AA',
    '75201-12',
    '٧٥٢٠١',
  ])('%j is in no state', (zip) => {
    expect(usStateOf(zip)).toBeNull()
  })

  test('the 50 states and the capital have ZIP codes, and Puerto Rico too', () => {
    const states = new Set<string | null>()
    for (let prefix = 0; prefix < 1_000; prefix++) states.add(usStateOf(`${String(prefix).padStart(3, '0')}01`))
    states.delete(null)
    expect(states.size).toBe(52)
  })
})
