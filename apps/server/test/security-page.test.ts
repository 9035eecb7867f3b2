// docs/SECURITY.md must list each item of the standard once, and every file that it names must exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const page = readFileSync(join(ROOT, 'docs/SECURITY.md'), 'utf8')

/** The items of levels 1 and 2 of OWASP ASVS 5.0.0, by section. Items of level 3 come after them. */
const SECTIONS: Readonly<Record<string, string>> = {
  'V1.1': '1-2', 'V1.2': '1-9', 'V1.3': '1-11', 'V1.4': '1-3', 'V1.5': '1-2',
  'V2.1': '1-3', 'V2.2': '1-3', 'V2.3': '1-4', 'V2.4': '1-1',
  'V3.2': '1-2', 'V3.3': '1-4', 'V3.4': '1-6', 'V3.5': '1-5', 'V3.7': '1-2',
  'V4.1': '1-3', 'V4.2': '1-1', 'V4.3': '1-2', 'V4.4': '1-4',
  'V5.1': '1-1', 'V5.2': '1-3', 'V5.3': '1-2', 'V5.4': '1-3',
  'V6.1': '1-3', 'V6.2': '1-12', 'V6.3': '1-4', 'V6.4': '1-4', 'V6.5': '1-5', 'V6.6': '1-3', 'V6.8': '1-4',
  'V7.1': '1-3', 'V7.2': '1-4', 'V7.3': '1-2', 'V7.4': '1-5', 'V7.5': '1-2', 'V7.6': '1-2',
  'V8.1': '1-2', 'V8.2': '1-3', 'V8.3': '1-1', 'V8.4': '1-1',
  'V9.1': '1-3', 'V9.2': '1-4',
  'V10.1': '1-2', 'V10.2': '1-2', 'V10.3': '1-4', 'V10.4': '1-11', 'V10.5': '1-5', 'V10.6': '1-2', 'V10.7': '1-3',
  'V11.1': '1-2', 'V11.2': '1-3', 'V11.3': '1-3', 'V11.4': '1-4', 'V11.5': '1-1', 'V11.6': '1-1',
  'V12.1': '1-3', 'V12.2': '1-2', 'V12.3': '1-4',
  'V13.1': '1-1', 'V13.2': '1-5', 'V13.3': '1-2', 'V13.4': '1-5',
  'V14.1': '1-2', 'V14.2': '1-4', 'V14.3': '1-3',
  'V15.1': '1-3', 'V15.2': '1-3', 'V15.3': '1-7',
  'V16.1': '1-1', 'V16.2': '1-5', 'V16.3': '1-4', 'V16.4': '1-3', 'V16.5': '1-3',
  'V17.1': '1-1', 'V17.2': '1-4', 'V17.3': '1-2',
} // prettier-ignore
const items = Object.entries(SECTIONS).flatMap(([section, range]) => {
  const [first = 0, last = 0] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`)
})

test('every item of levels 1 and 2 is listed once', () => {
  expect(items).toHaveLength(253)
  const named = page.match(/\bV\d+\.\d+\.\d+\b/g) ?? []
  expect(named.toSorted()).toEqual(items.toSorted())
})

test('every row of an item has a state', () => {
  const states = page.split('\n').flatMap((line) => /^\| V\d[^|]*\| *(\S+) *\|/.exec(line)?.[1] ?? [])
  expect(states.length).toBeGreaterThan(100)
  expect(states.filter((state) => !['yes', 'partly', 'planned', 'operator', 'no'].includes(state))).toEqual([])
})

/** The number of items of level 1, the basic level, in each section. They are always the first of their section. */
const OF_LEVEL_1: Readonly<Record<string, number>> = {
  'V1.2': 5, 'V1.3': 2, 'V1.5': 1, 'V2.1': 1, 'V2.2': 2, 'V2.3': 1, 'V3.2': 2, 'V3.3': 1, 'V3.4': 2, 'V3.5': 3, 'V4.1': 1, 'V4.4': 1,
  'V5.2': 2, 'V5.3': 2, 'V6.1': 1, 'V6.2': 8, 'V6.3': 2, 'V6.4': 2, 'V7.2': 4, 'V7.4': 2, 'V8.1': 1, 'V8.2': 2, 'V8.3': 1, 'V9.1': 3,
  'V9.2': 1, 'V10.4': 5, 'V11.3': 2, 'V11.4': 1, 'V12.1': 1, 'V12.2': 2, 'V13.4': 1, 'V14.2': 1, 'V14.3': 1, 'V15.1': 1, 'V15.2': 1,
  'V15.3': 1,
} // prettier-ignore
const level1 = Object.entries(OF_LEVEL_1).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)
const stateOf = new Map(
  page.split('\n').flatMap((line) => {
    const [, ids = '', state = ''] = /^\| (V\d[^|]*)\| *(\S+) *\|/.exec(line) ?? []
    return (ids.match(/V\d+\.\d+\.\d+/g) ?? []).map((id) => [id, state] as const)
  }),
)
const withState = (state: string) => items.filter((id) => stateOf.get(id) === state)

test('no item of level 1 is open', () => {
  expect(level1).toHaveLength(70)
  expect(withState('planned').filter((id) => level1.includes(id))).toEqual([])
})

test('planned items, and items that do not hold, are named here too', () => {
  expect(withState('planned')).toEqual(['V7.4.5'])
  expect(withState('no')).toEqual([])
})

test('an item of level 1 with a limit is one of these', () => {
  expect(withState('partly').filter((id) => level1.includes(id))).toEqual(LIMITED)
  const summary = /No item of level 1 is open\.(.*?)\*\*Open\*\*/s.exec(page)?.[1] ?? ''
  expect((summary.match(/\d+\.\d+\.\d+/g) ?? []).map((id) => `V${id}`).toSorted()).toEqual(LIMITED.toSorted())
})

test('an item of level 2 that is open or has a limit is named in the summary', () => {
  const summary = /\*\*Open\*\* of level 2:(.*?)\n\n/s.exec(page)?.[1] ?? ''
  const named = (summary.match(/\d+\.\d+\.\d+/g) ?? []).map((id) => `V${id}`)
  const limited = [...withState('partly'), ...withState('planned')].filter((id) => !level1.includes(id))
  expect(named.toSorted()).toEqual(limited.toSorted())
})

/** V3.3.1 and V14.2.1: published clients and hosts. V3.4.1: only what level 2 adds. V3.5.3: OAuth’s GET. V6.2.8: NFKC. V10.4: clients that are registered for it. */
const LIMITED = ['V3.3.1', 'V3.4.1', 'V3.5.3', 'V6.2.8', 'V10.4.1', 'V10.4.4', 'V14.2.1']

const FOLDERS: Readonly<Record<string, string>> = {
  'app-frame': 'packages/app-frame/src',
  server: 'apps/server/src',
  test: 'apps/server/test',
  web: 'apps/web/src',
  domain: 'packages/domain/src',
  contracts: 'packages/contracts/src',
  e2e: 'e2e',
  docs: 'docs',
}
const files = [...page.matchAll(/`(app-frame|server|test|web|domain|contracts|e2e|docs)\/([\w./-]+\.\w+)`/g)].map(
  ([, folder = '', rest = '']) => `${FOLDERS[folder]}/${rest}`,
)

test('every named file exists', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
