import { describe, expect, test } from 'vitest'
import { findViolations, readSources } from './check.ts'
import { findLongFiles, findMissingTests, readCode } from './lengths.ts'
import { LENGTH_RULE, MODULE_ORDER, TABLE_OWNERS, WRITE_RULE } from './rules.ts'

const check = (files: Record<string, string>) => findViolations(Object.entries(files).map(([path, text]) => ({ path, text })))

describe('the architecture', () => {
  test('holds', () => {
    const sources = readSources(process.cwd())
    expect(sources.length).toBeGreaterThan(100)
    expect(findViolations(sources)).toEqual([])
  })

  test.each([
    ['contracts is the leaf', 'packages/contracts/src/a.ts', "import { x } from '@marketplace/domain/b'"],
    [
      'the domain imports no server',
      'packages/domain/src/a.ts',
      "import type { X } from '../../../apps/server/src/db/client.ts'",
    ],
    ['the web imports no server', 'apps/web/src/lib/a.ts', "import { x } from '../../../server/src/http/errors.ts'"],
    ['http knows no module', 'apps/server/src/http/a.ts', "import { x } from '../modules/pages/index.ts'"],
    ['a module is entered by its index', 'apps/server/src/modules/pages/a.ts', "import { x } from '../catalogue/repository.ts'"],
    [
      'a lower module does not import a higher one',
      'apps/server/src/modules/audit/a.ts',
      "import { x } from '../pages/index.ts'",
    ],
    ['every module has its place in the order', 'apps/server/src/modules/new/a.ts', "import { x } from '../pages/index.ts'"],
    ['also one that imports no other', 'apps/server/src/modules/new/a.ts', ''],
    ['also from the root', 'apps/server/src/main.ts', "import { x } from './modules/catalogue/repository.ts'"],
    ['also by import()', 'apps/server/src/main.ts', "const x = await import('./modules/catalogue/repository.ts')"],
    ['features never import each other', 'apps/web/src/features/one/a.ts', "import { x } from '../two/b.ts'"],
    ['ui knows no domain', 'apps/web/src/ui/a.tsx', "import { x } from '../features/one/b.ts'"],
    ['SQL stands in repositories', 'apps/server/src/modules/pages/build.ts', "import { eq } from 'drizzle-orm'"],
    ['the environment is read in config', 'apps/server/src/http/a.ts', 'const x = process.env.X'],
    ['a transaction keeps the network out', 'apps/server/src/demo/a.ts', 'await database.transaction(work)'],
    ['rows are locked in one order', 'apps/server/src/modules/installs/repository.ts', "await query.for('update')"],
    ['also those of a written query', 'apps/server/src/modules/consents/repository.ts', 'sql`select 1 from a for share`'],
    ['also names', 'apps/server/src/modules/consents/repository.ts', 'sql`select pg_advisory_xact_lock(1)`'],
    ['the domain has no clock', 'packages/domain/src/a.ts', 'const x = new Date()'],
    ['nor the clock’s number', 'packages/domain/src/a.ts', 'const x = Date.now()'],
    ['nor random numbers', 'packages/domain/src/a.ts', 'const x = Math.random()'],
    ['nor the network', 'packages/domain/src/a.ts', 'await fetch(address)'],
    ['only adapters reach the network', 'apps/server/src/modules/webhooks/a.ts', 'const answer = await fetch(url)'],
    ['also from core', 'apps/server/src/core/a.ts', 'await fetch(url)'],
    ['also from http', 'apps/server/src/http/a.ts', 'await globalThis.fetch(url)'],
    ['also from db', 'apps/server/src/db/a.ts', "import { connect } from 'node:tls'"],
    ['also from the demo', 'apps/server/src/demo/a.ts', "import { createServer, request } from 'node:http'"],
    ['also from the root', 'apps/server/src/context.ts', "import https from 'node:https'"],
    ['also by a fetch that is passed on', 'apps/server/src/modules/webhooks/a.ts', 'const send = given ?? fetch\n'],
    ['also by several lines', 'apps/server/src/modules/webhooks/a.ts', "import {\n  createServer,\n  connect,\n} from 'net'"],
    ['also by a package', 'apps/server/src/modules/webhooks/a.ts', "import { request } from 'undici'"],
    ['also by a package that is loaded', 'apps/server/src/modules/mail/a.ts', "const mailer = await import('nodemailer')"],
    ['also by a module that is loaded', 'apps/server/src/modules/mail/a.ts', "const net = await import('node:net')"],
    ['also by a socket of the platform', 'apps/server/src/modules/mail/a.ts', 'const socket = new WebSocket(url)'],
    ['also that of a build', 'apps/web/src/lib/a.ts', 'const x = import.meta.env.MODE'],
    ['also the driver', 'apps/server/src/modules/pages/a.ts', "import pg from 'pg'"],
    ['also a written query', 'apps/server/src/modules/pages/a.ts', 'const x = sql`select 1`'],
    ['also those of the router', 'apps/web/src/ui/a.tsx', '<Link to="/apps/">x</Link>'],
    ['also those of forms', 'apps/web/src/ui/a.tsx', '<form action="/apps/">x</form>'],
    ['zod itself too', 'apps/web/src/features/one/a.ts', "import { z } from 'zod'"],
    ['also what connects them', 'apps/web/src/features/one/a.ts', "import { zodResolver } from '@hookform/resolvers/zod'"],
    [
      'an owner has its table',
      'apps/server/src/db/schema/a.ts',
      [...TABLE_OWNERS.keys()]
        .slice(1)
        .map((name) => `export const ${name} = pgTable('${name}'`)
        .join(' '),
    ],
    ['an address of a stranger never throws', 'apps/server/src/http/a.ts', 'const x = new URL(request.url)'],
    ['a button waits in one way', 'apps/web/src/workspace/pages/one/a.ts', 'running.current = true'],
    ['also by its state', 'apps/web/src/features/one/a.tsx', 'setBusy(true)'],
    ['text is escaped in one place', 'apps/web/src/lib/a.ts', 'const x = text.replace(/[&<>]/g, (sign) => ENTITIES[sign])'],
    ['also sign by sign', 'apps/payments-sandbox/src/pages/a.ts', "const x = text.replaceAll('&', '&amp;')"],
    ['also by a table', 'apps/server/src/modules/pages/a.ts', "const x = { '&': '&amp;' }"],
    ['secrets are compared in one place', 'apps/server/src/http/a.ts', "import { timingSafeEqual } from 'node:crypto'"],
    [
      'who is a member in one place',
      'apps/server/src/modules/carts/repository.ts',
      'sql`select from memberships m where not m.suspended`',
    ],
    ['also as a column', 'apps/server/src/modules/carts/repository.ts', 'eq(memberships.suspended, false)'],
    ['the client of an application in one place', 'apps/server/src/modules/carts/repository.ts', "sql`a.x ->> 'clientId'`"],
    [
      'the id of an organization has its type',
      'apps/server/src/modules/carts/repository.ts',
      'const read = (database: Queryable, organizationId: string) => database',
    ],
    ['also where it may be missing', 'apps/server/src/modules/carts/a.ts', 'type Of = { organizationId?: string | null }'],
    ['which no cast gives', 'apps/server/src/modules/carts/a.ts', 'const of = organizationId as OrganizationId'],
    ['links are built by paths', 'apps/web/src/ui/a.tsx', '<a href="/apps/">x</a>'],
    [
      'zod stays out of the browser',
      'apps/web/src/lib/a.ts',
      "import { applicationSchema } from '@marketplace/contracts/catalogue/schemas'",
    ],
    [
      'forms and queries stay in the workspace',
      'apps/web/src/features/one/a.ts',
      "import { useQuery } from '@tanstack/react-query'",
    ],
    [
      'the storefront imports no workspace',
      'apps/web/src/storefront/pages/one/a.ts',
      "import { x } from '../../../workspace/kit/Page.tsx'",
    ],
    [
      'the workspace imports no storefront',
      'apps/web/src/workspace/app/a.ts',
      "import { x } from '../../storefront/app/routes.tsx'",
    ],
    ['what both halves share knows neither', 'apps/web/src/shell/a.ts', "import { x } from '../workspace/kit/Page.tsx'"],
    ['a file belongs to a layer', 'apps/server/src/somewhere/a.ts', ''],
  ])('%s', (_, path, text) => {
    expect(check({ [path]: text })).toHaveLength(1)
  })

  test('every place in the order has its module', () => {
    const modules = new Set(readSources(process.cwd()).flatMap(({ path }) => /src\/modules\/([^/]+)\//.exec(path)?.[1] ?? []))
    expect(MODULE_ORDER.filter((name) => !modules.has(name))).toEqual([])
    expect([...TABLE_OWNERS].filter(([, owner]) => owner !== 'db' && !modules.has(owner))).toEqual([])
  })

  test.each([
    ['built', 'await database.update(tokens).set({ usedAt: now })'],
    ['written out with the table', 'sql`insert into ${tokens} (hash) values (${hash})`'],
    ['written out', 'sql`delete  from oauth_tokens where true`'],
  ])('only the owner writes a table: %s', (_, text) => {
    const tables = [...TABLE_OWNERS.keys()].map(
      (name) => `export const ${name} = pgTable('${name === 'tokens' ? 'oauth_tokens' : name}', {})`,
    )
    const schema = { 'apps/server/src/db/schema/a.ts': tables.join('\n') }
    expect(check({ ...schema, 'apps/server/src/modules/clients/repository.ts': text })).toEqual([])
    expect(check({ ...schema, 'apps/server/src/modules/consents/repository.ts': text })).toEqual([
      'apps/server/src/modules/consents/repository.ts: only clients writes the table tokens. Call a function of its index.ts',
    ])
    const orphans = { 'apps/server/src/db/schema/b.ts': "export const orphans = pgTable('orphans', {})" }
    const write = { 'apps/server/src/modules/consents/repository.ts': 'await database.delete(orphans)' }
    expect(check({ ...schema, ...orphans, ...write })).toEqual([
      'apps/server/src/db/schema/b.ts: the table orphans has no owner. Add it to TABLE_OWNERS in tools/arch/rules.ts, with the module that writes it',
    ])
  })

  test.each([
    ['the pool', "export const hold = (database: Queryable) => lockName(database, 'cart', 'a')"],
    [
      'the pool as well',
      "const hold = (database: Database, transaction: Transaction) =>\n  lockRows('cart', transaction.select(), 'share')",
    ],
    ['nothing', 'export const hold = () => lockTogether(open(), [])'],
  ])('a function of a repository that locks does not take %s', (_, text) => {
    const path = 'apps/server/src/modules/carts/repository.ts'
    const read = 'export const read = (database: Queryable) => database.select()\n'
    expect(check({ [path]: read + text })).toEqual([
      `${path}: hold locks, so it takes a Transaction and not a Queryable or Database`,
    ])
    const legal = "export const hold = (transaction: Transaction) => lockName(transaction, 'cart', 'a')\n"
    expect(check({ [path]: read + legal })).toEqual([])
  })

  describe('a function that writes more than once', () => {
    const schema = [...TABLE_OWNERS.keys()].map((name) => `export const ${name} = pgTable('${name}', {})`).join('\n')
    const path = 'apps/server/src/modules/carts/repository.ts'
    const checkWrites = (text: string, files: Record<string, string> = {}) =>
      check({ 'apps/server/src/db/schema/a.ts': schema, [path]: text, ...files })
    const refused = (name: string, of = path) => [`${of}: ${name} writes more than once, so it takes a Transaction or opens one`]
    const add = 'export const add = (database: Queryable) => database.insert(carts)\n'

    test.each([
      [
        'two statements',
        'const fill = async (database: Queryable) => {\n  database.insert(carts)\n  database.delete(cartItems)\n}',
      ],
      [
        'written out',
        'const fill = (database: Queryable) => sql`update carts set x = 1; delete from cart_items` && database.delete(cartItems)',
      ],
      ['a loop', 'const fill = async (database: Queryable) => {\n  for (const one of all)\n    await database.insert(carts)\n}'],
      ['calls', `${add}const fill = async (database: Queryable) => {\n  await add(database)\n  await add(database)\n}`],
      [
        'calls of calls',
        `${add}const one = (database: Queryable) => add(database)\nconst fill = (database: Queryable) => [one(database), add(database)]`,
      ],
      ['a type', `type Of = { database: Queryable }\n${add}const fill = (of: Of) => [add(of.database), add(of.database)]`],
      ['the pool', `${add}const fill = (database: Database) => [add(database), add(database)]`],
    ])('does not take both the pool and a transaction: %s', (_, text) => {
      expect(checkWrites(text)).toEqual(refused('fill'))
    })

    test('counts what it imports', () => {
      const other = 'apps/server/src/modules/carts/fill.ts'
      const text = (names: string) =>
        `import { ${names} } from './repository.ts'\nconst fill = (database: Queryable) => [add(database), recordAudit(database)]`
      const audit =
        "import { insertAtEnd } from '../../db/transaction.ts'\nexport const recordAudit = (database: Queryable) => insertAtEnd(database)"
      const files = { 'apps/server/src/modules/audit/repository.ts': audit }
      expect(checkWrites(add, { ...files, [other]: text('add, recordAudit') })).toEqual(refused('fill', other))
      // A call of a function that is not imported does not count: the name belongs to another module.
      expect(checkWrites(add, { ...files, [other]: text('recordAudit') })).toEqual([])
    })

    test.each([
      [
        'takes a transaction',
        'const fill = async (transaction: Transaction) => {\n  transaction.insert(carts)\n  transaction.delete(cartItems)\n}',
      ],
      [
        'opens one',
        `${add}const fill = (database: Database) => inTransaction(database, (transaction) => [add(transaction), add(transaction)])`,
      ],
      [
        'only deletes with the pool',
        'const deleteOld = async (database: Database) => {\n  database.delete(carts)\n  database.delete(cartItems)\n}',
      ],
      [
        'writes once',
        `${add}const fill = async (database: Queryable) => [await add(database), await database.select().from(carts)]`,
      ],
    ])('may be called if it %s', (_, text) => {
      expect(checkWrites(text)).toEqual([])
    })

    test('is named apart only while it writes apart', () => {
      const [name] = WRITE_RULE.apart.keys()
      expect(checkWrites(`export const ${name} = (database: Database) => database.insert(carts)`)).toEqual([
        `${path}: ${name} does not need its line in WRITE_RULE.apart of tools/arch/rules.ts`,
      ])
    })
  })

  test('finds import cycles', () => {
    const [violation] = check({
      'packages/domain/src/a.ts': "import { b } from './b.ts'",
      'packages/domain/src/b.ts': "import { c } from './c.ts'",
      'packages/domain/src/c.ts': "export { a } from './a.ts'",
    })
    expect(violation).toBe(
      'import cycle: packages/domain/src/a.ts → packages/domain/src/b.ts → packages/domain/src/c.ts → packages/domain/src/a.ts',
    )
  })

  test('finds folders that import each other', () => {
    const folders = {
      'packages/domain/src/a/one.ts': "import { b } from '../b/one.ts'",
      'packages/domain/src/b/two.ts': "import { c } from '../c/one.ts'",
      'packages/domain/src/c/two.ts': "export { a } from '../a/two.ts'",
    }
    expect(check(folders)).toEqual([
      'folders import each other: packages/domain/src/a → packages/domain/src/b (by packages/domain/src/a/one.ts) → ' +
        'packages/domain/src/c (by packages/domain/src/b/two.ts) → packages/domain/src/a (by packages/domain/src/c/two.ts)',
    ])
    expect(check({ ...folders, 'packages/domain/src/b/two.ts': '' })).toEqual([])
  })

  test('an index.ts that passes on what is in a folder imports that folder', () => {
    const index = 'apps/server/src/modules/pages/index.ts'
    const back = { 'apps/server/src/modules/pages/a/one.ts': "import { x } from '../x.ts'" }
    expect(check({ ...back, [index]: "export { y } from './a/two.ts'" })).toEqual([
      expect.stringContaining('folders import each other: apps/server/src/modules/pages →'),
    ])
    expect(check({ [index]: "export { y } from './a/two.ts'" })).toEqual([])
  })

  test('tools and measurements have no cycles either, and enter modules by their index.ts', () => {
    expect(readSources(process.cwd()).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['tools/arch/check.ts', 'bench/main.ts']),
    )
    const there = { 'tools/prove/a/one.ts': "import { b } from '../b/one.ts'" }
    expect(check(there)).toEqual([])
    expect(check({ ...there, 'tools/prove/b/two.ts': "import { a } from '../a/two.ts'" })).toEqual([
      expect.stringContaining('folders import each other: tools/prove/a →'),
    ])
    expect(check({ 'bench/a.ts': "import { x } from '../apps/server/src/modules/catalogue/stored/repository.ts'" })).toEqual([
      expect.stringContaining('import a module through its index.ts'),
    ])
  })

  test('no file is longer than the rule allows', () => {
    const code = readCode(process.cwd())
    expect(code.some(({ path }) => path.endsWith('.test.ts'))).toBe(true)
    expect(code.some(({ path }) => path.startsWith('e2e/'))).toBe(true)
    expect(findLongFiles(code)).toEqual([])
    const file = (lines: number) => [{ path: 'e2e/a.spec.ts', text: 'line\n'.repeat(lines) }]
    expect(findLongFiles(file(LENGTH_RULE.mostLines))).toEqual([])
    expect(findLongFiles(file(LENGTH_RULE.mostLines + 1))).toEqual(['e2e/a.spec.ts: has 401 lines, more than 400'])
  })

  test('one source file in 20 may be long, and no more', () => {
    const sources = (long: number) =>
      Array.from({ length: 40 }, (_, index) => ({
        path: `apps/server/src/core/${index}.ts`,
        text: 'line\n'.repeat(index < long ? LENGTH_RULE.usualLines : LENGTH_RULE.usualLines - 1),
      }))
    const tests = [{ path: 'apps/server/src/core/a.test.ts', text: 'line\n'.repeat(LENGTH_RULE.usualLines) }]
    expect(findLongFiles([...sources(2), ...tests])).toEqual([])
    expect(findLongFiles(sources(3))).toEqual(['3 of 40 files have 200 lines or more; at most one in 20 may, tests aside'])
  })

  test('server, domain and contracts have nearly as many lines of test as of source', () => {
    expect(findMissingTests(readCode(process.cwd()))).toEqual([])
    const files = (tests: number) => [
      { path: 'packages/domain/src/a.ts', text: 'line\n'.repeat(100) },
      { path: 'packages/domain/src/a.test.ts', text: 'line\n'.repeat(tests) },
      { path: 'apps/web/src/lib/a.ts', text: 'line\n'.repeat(1_000) },
    ]
    expect(findMissingTests(files(90))).toEqual([])
    expect(findMissingTests(files(89))).toEqual([expect.stringContaining('89 lines of test to 100 of source')])
  })

  test.each([
    ['types of a schema', 'apps/web/src/lib/a.ts', "import type { Application } from '@marketplace/contracts/catalogue/schemas'"],
    ['a module by its index', 'apps/server/src/modules/pages/a.ts', "import { x } from '../catalogue/index.ts'"],
    ['a port that reaches the network', 'apps/server/src/modules/webhooks/a.ts', 'const answer = await http.fetch({ url })'],
    ['types of a connection', 'apps/server/src/http/a.ts', "import type { Socket } from 'node:net'"],
    ['a server', 'apps/server/src/http/a.ts', "import { createServer, type Server } from 'node:http'"],
    ['an adapter’s request', 'apps/server/src/adapters/a/b.ts', "import { request } from 'undici'"],
    ['SQL in a repository', 'apps/server/src/modules/pages/repository.ts', "import { eq } from 'drizzle-orm'"],
    ['an address of a setting', 'apps/server/src/config/a.ts', 'const x = new URL(value)'],
    ['locks in their one place', 'apps/server/src/db/locks.ts', "await query.for('update')"],
    ['a date of an argument', 'packages/domain/src/a.ts', 'const x = new Date(now)'],
  ])('lets %s be', (_, path, text) => {
    expect(check({ [path]: text })).toEqual([])
  })
})
