// docs/PERMISSIONS.md must agree with the tables in the code.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Endpoint } from '@marketplace/contracts/core/endpoint'
import { ENDPOINTS } from '@marketplace/contracts/api/endpoints'
import { PERMISSIONS, ROLE_LABELS, ROLES, SCOPES } from '@marketplace/contracts/core/roles'
import { GROUP_TABLE, PERMISSION_TABLE, permissionsOf, ROLE_TABLE } from '@marketplace/domain/permissions'
import { type CallerName, ROWS } from './permission-rows.ts'

const page = await readFile(new URL('../../../docs/PERMISSIONS.md', import.meta.url), 'utf8')

/** The rows of the table under a heading, without its header. */
const tableUnder = (heading: string): string[][] => {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

test('what each role may do', () => {
  const yes = (may: boolean) => (may ? 'yes' : '–')
  const rows = ROLES.map((role) => {
    const held = new Set<string>(ROLE_TABLE[role].livechat)
    const inOther = new Set<string>(ROLE_TABLE[role].helpdesk)
    expect(permissionsOf(inOther)).toEqual(permissionsOf(held))
    return [ROLE_LABELS[role], ...PERMISSIONS.map((permission) => yes(permissionsOf(held).includes(permission)))]
  })
  const groups = Object.entries({ Staff: GROUP_TABLE.staff, 'Of an organization that develops': GROUP_TABLE.developer })
  for (const [name, scopes] of groups)
    rows.push([name, ...PERMISSIONS.map((permission) => yes(permissionsOf(new Set(scopes)).includes(permission)))])
  expect(tableUnder('What each may do')).toEqual(rows)
})

test('by which scopes', () => {
  expect(tableUnder('By which scopes')).toEqual(
    PERMISSIONS.map((permission) => [permission, PERMISSION_TABLE[permission].join(', ')]),
  )
})

test('which role has which scope', () => {
  const rows = SCOPES.map((scope) => {
    const roles = ROLES.flatMap((role) => {
      const products = (['livechat', 'helpdesk'] as const).filter((product) => ROLE_TABLE[role][product].includes(scope))
      if (products.length === 0) return []
      return [products.length === 2 ? role : `${role} (${products.join(', ')})`]
    })
    const groups = (['staff', 'developer'] as const).filter((group) => GROUP_TABLE[group].includes(scope))
    return [scope, [...roles, ...groups].join(', ') || '–']
  })
  expect(tableUnder('Who carries which scope')).toEqual(rows)
})

test('what each endpoint answers', () => {
  const columns: readonly (readonly CallerName[])[] = [
    ['nobody', 'bogus', 'suspended', 'left'],
    ['owner', 'viceowner'],
    ['administrator'],
    ['viewer', 'normal', 'member'],
    ['stranger'],
    ['staff'],
    ['ghost'],
    ['application'],
  ]
  const declared = ENDPOINTS as Record<string, Endpoint>
  const rows = Object.entries(ROWS).flatMap(([id, { expected }]) => {
    const endpoint = declared[id]
    if (endpoint?.access.kind !== 'account') return []
    const statuses = columns.map((callers) => {
      const all = new Set(callers.map((caller) => expected[caller]))
      // All callers in a column must get the same status. Different ones are joined, so that the comparison fails.
      return [...all].join(' / ')
    })
    return [[`${endpoint.method} ${endpoint.path}`, ...statuses]]
  })
  // Sorted, because the order of the table does not matter: people look for an address, and several add rows at once.
  const sorted = (table: string[][]) => table.map((row) => row.join(' ')).toSorted()
  const known = sorted(tableUnder('What each endpoint answers'))
  expect(known, 'docs/PERMISSIONS.md lacks the rows with a minus, and those with a plus are out of date').toEqual(sorted(rows))
})
