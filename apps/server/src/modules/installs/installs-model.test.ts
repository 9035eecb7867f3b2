// Runs installs, uninstalls and role changes in two organizations in random order, and compares the results with a simple model.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '@marketplace/contracts/core/roles'
import { systemClock } from '../../core/clock.ts'
import { openTestMarketplace, type TestMarketplace } from '../../../test/marketplace.ts'
import { ApiError } from '../../core/api-error.ts'
import { authenticator, callerLocker } from '../clients/index.ts'
import { applicationTeller } from '../webhooks/index.ts'
import { installApplication, type InstallDependencies } from './install-application.ts'
import { mailQueue } from '../mail/index.ts'
import { createSpecialPlaces } from './special-places.ts'
import { uninstallApplication, type UninstallDependencies } from './uninstall-application.ts'

let market: TestMarketplace
let dependencies: InstallDependencies & UninstallDependencies
beforeAll(async () => {
  market = await openTestMarketplace()
  const { database } = market.store.client
  dependencies = {
    database,
    clock: systemClock,
    publicUrl: 'http://shop.test',
    rules: { billingRuleOrganization: null },
    special: {
      origins: [],
      http: { fetch: () => Promise.reject(new Error('nobody is told')), close: async () => {} },
      places: createSpecialPlaces(),
    },
    lockCaller: callerLocker(systemClock),
    // None of these applications has an address for events.
    queueMail: mailQueue({ send: async () => {}, delivers: false }),
    tellApplication: applicationTeller({ send: () => Promise.reject(new Error('an event was sent')) }),
  }
})
afterAll(() => market.close())

const ORGANIZATIONS = ['acme', 'globex'] as const
type OrganizationName = (typeof ORGANIZATIONS)[number]
const PEOPLE = ['owner', 'administrator', 'normal'] as const
type PersonName = (typeof PEOPLE)[number]
/** The properties of each application that this test uses: `of` is the organization of a private one, `client` its OAuth client. */
const APPLICATIONS = {
  plain: { of: null, ownersOnly: false, client: 'plain' },
  'owner-only': { of: null, ownersOnly: true, client: 'owner-only' },
  'own-private': { of: 'acme', ownersOnly: false, client: 'own-private' },
  'set-up': { of: null, ownersOnly: false, client: 'settings-client' },
  'shares-client': { of: null, ownersOnly: false, client: 'settings-client' },
} as const
type ApplicationName = keyof typeof APPLICATIONS

type Who = { organization: OrganizationName; person: PersonName }
type Command = Who &
  (
    | { kind: 'install' | 'uninstall'; application: ApplicationName }
    | { kind: 'suspend' | 'restore' }
    | { kind: 'become'; role: Role }
  )

class Model {
  readonly installed = new Set<string>()
  private readonly suspended = new Set<string>()
  private readonly roles = new Map<string, Role>()
  private rows = 0

  /** The error code of a command; null if it succeeds. */
  apply(command: Command): string | null {
    const name = `${command.organization} ${command.person}`
    switch (command.kind) {
      case 'suspend':
        this.suspended.add(name)
        return null
      case 'restore':
        this.suspended.delete(name)
        return null
      case 'become':
        this.roles.set(name, command.role)
        return null
      case 'install':
      case 'uninstall': {
        const { application, organization } = command
        const { of, ownersOnly } = APPLICATIONS[application]
        const role = this.roles.get(name) ?? command.person
        const key = `${organization} ${application}`
        if (this.suspended.has(name)) return 'nobody'
        if (of !== null && of !== organization) return 'APPLICATION_NOT_FOUND'
        if (!['owner', 'viceowner', 'administrator'].includes(role)) return 'INSTALL_NOT_ALLOWED'
        if (ownersOnly && role === 'administrator') return 'INSTALL_OWNER_ONLY'
        if (command.kind === 'uninstall') return this.installed.delete(key) ? null : 'NOT_INSTALLED'
        if (this.installed.has(key)) return 'ALREADY_INSTALLED'
        this.installed.add(key)
        this.rows++
        return null
      }
    }
  }

  state() {
    const consents = [...this.installed].map((key) => {
      const [organization = '', application] = key.split(' ')
      return `${organization} ${APPLICATIONS[application as ApplicationName].client}`
    })
    return { installed: [...this.installed].toSorted(), consents: [...new Set(consents)].toSorted(), rows: this.rows }
  }
}

const run = async (command: Command): Promise<string | null> => {
  const { accountId, token } = market[command.organization].people[command.person]
  const change = async (what: string, value: unknown) => {
    await market.sql(`update memberships set ${what} = $2 where account_id = $1`, [accountId, value])
    return null
  }
  switch (command.kind) {
    case 'suspend':
    case 'restore':
      return change('suspended', command.kind === 'suspend')
    case 'become':
      return change('role', command.role)
    case 'install':
    case 'uninstall': {
      const caller = await authenticator(dependencies.database, systemClock)(token)
      if (!caller) return 'nobody'
      const id = market.idOf(command.application)
      try {
        if (command.kind === 'install') await installApplication(dependencies, caller, id)
        else await uninstallApplication(dependencies, caller, id, null)
        return null
      } catch (error) {
        if (error instanceof ApiError) return error.code
        throw error
      }
    }
  }
}

const stateOfDatabase = async () => {
  const named = (rows: { organization_id: string; name: string }[]) =>
    rows.map(({ organization_id: id, name }) => `${ORGANIZATIONS.find((one) => market[one].id === id)} ${name}`).toSorted()
  const [installed, consents, [count]] = await Promise.all([
    market.sql<{ organization_id: string; name: string }>(
      `select i.organization_id, a.slug as name from installations i join applications a on a.id = i.application_id
       where uninstalled_at is null`,
    ),
    market.sql<{ organization_id: string; name: string }>(
      `select c.organization_id, coalesce(a.slug, c.client_id) as name from consents c left join applications a on a.id = c.client_id
       where c.account_id is null`,
    ),
    market.sql<{ count: number }>('select count(*)::int from installations'),
  ])
  return { installed: named(installed), consents: named(consents), rows: count?.count }
}

const who = { organization: fc.constantFrom(...ORGANIZATIONS), person: fc.constantFrom(...PEOPLE) }
const application = fc.constantFrom(...(Object.keys(APPLICATIONS) as ApplicationName[]))
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ ...who, kind: fc.constant('install' as const), application }) },
  { weight: 4, arbitrary: fc.record({ ...who, kind: fc.constant('uninstall' as const), application }) },
  { weight: 1, arbitrary: fc.record({ ...who, kind: fc.constantFrom('suspend' as const, 'restore' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...who,
      kind: fc.constant('become' as const),
      role: fc.constantFrom('owner', 'viceowner', 'administrator', 'viewer'),
    }),
  },
)

test('any order of installs, uninstalls and changes of people agrees with the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 5, maxLength: 40 }), async (commands) => {
      await market.reset()
      for (const organization of ORGANIZATIONS)
        for (const person of PEOPLE)
          await market.sql('update memberships set role = $2, suspended = false where account_id = $1', [
            market[organization].people[person].accountId,
            person,
          ])
      const model = new Model()
      for (const command of commands) {
        expect({ command, answer: await run(command) }).toEqual({ command, answer: model.apply(command) })
        expect(await stateOfDatabase()).toEqual(model.state())
      }
    }),
    { numRuns: 40 },
  )
})
