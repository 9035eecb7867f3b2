// Tests that every rule about layers reports a violation: for each forbidden pair, a file of the one layer imports a file of the other.
import { dirname, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findViolations, readSources } from './check.ts'
import { LAYERS, MODULE_ORDER, PARTS, TABLE_OWNERS } from './rules.ts'

const sources = readSources(process.cwd()).filter(({ path }) => !/\.test\.tsx?$/.test(path))
const layerOf = (path: string) => LAYERS.find(({ files }) => files.test(path))?.name
/** A file of each layer, by its path. */
const fileOf = new Map(LAYERS.map(({ name }) => [name, sources.find(({ path }) => layerOf(path) === name)?.path ?? '']))
const importing = (from: string, to: string): string => {
  const path = relative(dirname(from), to)
  return `import { x } from '${path.startsWith('.') ? path : `./${path}`}'`
}
const violationsOf = (from: string, to: string) => findViolations([{ path: from, text: importing(from, to) }])

describe('each layer', () => {
  test.each(LAYERS.map(({ name }) => name))('%s has files', (name) => expect(fileOf.get(name)).not.toBe(''))

  test.each(LAYERS.map(({ name, mayImport }) => [name, mayImport] as const))(
    '%s imports what it may, and nothing else',
    (name, mayImport) => {
      const from = fileOf.get(name) ?? ''
      for (const [other, to] of fileOf) {
        const refused = violationsOf(from, to).filter((violation) => violation.includes(`${name} may not import ${other} `))
        expect({ other, refused: refused.length }).toEqual({
          other,
          refused: other === name || mayImport.includes(other) ? 0 : 1,
        })
      }
    },
  )

  test.each(LAYERS.map(({ name, mayImport }) => [name, mayImport] as const))(
    '%s may import only layers that there are',
    (_, mayImport) => {
      for (const other of mayImport) expect([...fileOf.keys()]).toContain(other)
    },
  )

  test('no two layers may import each other', () => {
    const both = LAYERS.flatMap(({ name, mayImport }) =>
      mayImport
        .filter((other) => LAYERS.find((layer) => layer.name === other)?.mayImport.includes(name))
        .map((other) => `${name} and ${other}`),
    )
    expect(both).toEqual([])
  })
})

describe('each module', () => {
  const at = (module: string, file: string) => `apps/server/src/modules/${module}/${file}`

  test.each(MODULE_ORDER.map((name, place) => [name, place] as const))('%s imports none that stands after it', (name, place) => {
    for (const [otherPlace, other] of MODULE_ORDER.entries()) {
      const refused = violationsOf(at(name, 'use-case.ts'), at(other, 'index.ts')).filter((violation) =>
        violation.includes('MODULE_ORDER'),
      )
      expect({ other, refused: refused.length }).toEqual({ other, refused: otherPlace > place ? 1 : 0 })
    }
  })

  test.each(MODULE_ORDER.slice(1))('%s enters the first by its index.ts only', (name) => {
    const first = MODULE_ORDER[0] ?? ''
    expect(violationsOf(at(name, 'use-case.ts'), at(first, 'repository.ts'))).toHaveLength(1)
    expect(violationsOf(at(name, 'use-case.ts'), at(first, 'index.ts'))).toEqual([])
  })
})

test('each part of a layer is one that there is', () => {
  for (const { of } of PARTS) expect(sources.some(({ path }) => of.test(path))).toBe(true)
})

describe('each table', () => {
  const declared = [...TABLE_OWNERS.keys()].map((table) => `export const ${table} = pgTable('t_${table.toLowerCase()}', {})`)
  const schema = { path: 'apps/server/src/db/schema/all.ts', text: declared.join('\n') }
  const ofModules = [...TABLE_OWNERS].filter(([, owner]) => owner !== 'db')

  test.each(ofModules)('%s is written by %s alone', (table, owner) => {
    for (const module of MODULE_ORDER) {
      const write = { path: `apps/server/src/modules/${module}/repository.ts`, text: `await database.delete(${table})` }
      const expected = module === owner ? [] : [expect.stringContaining(`only ${owner} writes the table ${table}`)]
      expect(findViolations([schema, write])).toEqual(expected)
    }
  })
})
