import { ESTATE_FILTERS, type EstateFilter } from '@marketplace/contracts/estate/lists'
import type {
  EstateApplication,
  EstateCosts,
  EstateQuery,
  estateAccessSchema,
  estateSchema,
} from '@marketplace/contracts/estate/schemas'
import type { z } from 'zod'
import { openTargetOf } from '@marketplace/domain/application-addresses'
import { nextYearOf, runningCost } from '@marketplace/domain/estate/running-costs'
import { isUnused } from '@marketplace/domain/estate/usage'
import { SCOPE_GROUPS } from '@marketplace/domain/scopes'
import type { Caller } from '../../core/caller.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../db/client.ts'
import { describeApplication, FILTERS, type WeighedApplication, weighEstate } from './describe-application.ts'
import { nextOf, readCosts, readEstate } from './repository.ts'

export type EstateDependencies = { database: Database; clock: Clock; publicUrl: string }

/** All installed applications, by name. */
const readWeighed = async ({ database, clock }: EstateDependencies, caller: Caller): Promise<WeighedApplication[]> => {
  const now = clock.now()
  return weighEstate(await readEstate(database, caller.organizationId, now), now)
}

/** All installed applications, by name, each described in full. */
export const readApplications = async (dependencies: EstateDependencies, caller: Caller): Promise<EstateApplication[]> => {
  const { publicUrl } = dependencies
  return (await readWeighed(dependencies, caller)).map((each) => describeApplication(each, { caller, publicUrl }))
}

/** The values that a list can be sorted by; null for a row without a value. */
const VALUES: Readonly<Record<string, (application: WeighedApplication) => number | string | null>> = {
  name: ({ row }) => row.application.name.toLowerCase(),
  installed: ({ row }) => row.installation.installedAt.getTime(),
  monthly: ({ monthly }) => monthly,
  used: ({ row }) => row.lastUsedAt?.getTime() ?? null,
  renewal: ({ next, endsAt }) => (next?.at ?? endsAt)?.getTime() ?? null,
}

/** Sorts applications. Rows without a value come last in both directions. Rows with equal values are sorted by name. */
const sorted = (applications: readonly WeighedApplication[], sort: EstateQuery['sort']): WeighedApplication[] => {
  const descending = sort.startsWith('-')
  const value = VALUES[descending ? sort.slice(1) : sort] ?? (({ row }: WeighedApplication) => row.application.name)
  const valued = applications.map((application) => ({ application, value: value(application) }))
  const compare = (a: (typeof valued)[number], b: (typeof valued)[number]): number => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    return (a.value < b.value ? -1 : a.value > b.value ? 1 : 0) * (descending ? -1 : 1)
  }
  return valued.toSorted(compare).map(({ application }) => application)
}

/** A page of the installed applications, and the number of applications for each filter. */
export const listEstate = async (
  dependencies: EstateDependencies,
  caller: Caller,
  { find, product, show, sort, page, limit }: EstateQuery,
): Promise<z.input<typeof estateSchema>> => {
  const { publicUrl } = dependencies
  const all = await readWeighed(dependencies, caller)
  const text = find.toLowerCase()
  const fitting = all.filter(
    (application) =>
      (product === undefined || application.row.application.product === product) &&
      (show === undefined || FILTERS[show](application)) &&
      application.row.application.name.toLowerCase().includes(text),
  )
  const counts = Object.fromEntries(ESTATE_FILTERS.map((filter) => [filter, all.filter(FILTERS[filter]).length]))
  return {
    result: sorted(fitting, sort)
      .slice((page - 1) * limit, page * limit)
      .map((each) => describeApplication(each, { caller, publicUrl })),
    total: fitting.length,
    installed: all.length,
    counts: counts as Record<EstateFilter, number>,
  }
}

/** The costs of all applications, installed or not. */
export const showCosts = async ({ database, clock }: EstateDependencies, { organizationId }: Caller): Promise<EstateCosts> => {
  const now = clock.now()
  const rows = (await readCosts(database, organizationId)).map((row) => {
    const charge = { ...row.charge, next: nextOf(row.next, row.charge.months) }
    return { row, charge, cost: runningCost(charge, now) }
  })
  const sumOf = (some: typeof rows) => some.reduce((sum, { cost }) => sum + cost.monthly, 0)
  const paying = rows.filter(({ cost }) => !cost.inTrial)
  const months = nextYearOf(
    rows.map(({ charge }) => charge),
    now,
  )
  const unused = paying.filter(({ row: { use, slug, widgets, customProps, signsIn }, cost }) => {
    if (use === null || slug === null || cost.monthly === 0) return false
    const measured = signsIn || openTargetOf({ slug, widgets: widgets ?? [], customProps: customProps ?? {} }) !== null
    return isUnused({ measured, ...use }, now)
  })
  return {
    monthly: sumOf(paying),
    from_trials: sumOf(rows.filter(({ cost }) => cost.inTrial)),
    next_12_months: months.reduce((sum, { amount }) => sum + amount, 0),
    months: months.map(({ month, amount }) => ({ month: month.toISOString().slice(0, 7), amount })),
    not_installed: sumOf(paying.filter(({ row }) => row.use === null)),
    unused: { applications: new Set(unused.map(({ charge }) => charge.applicationId)).size, monthly: sumOf(unused) },
  }
}

/** The most applications of a group that are listed. The total counts all. */
const MOST_LISTED = 200

/** Lists the applications that may read and change data, by the groups that people see scopes in. */
export const showAccess = async (
  dependencies: EstateDependencies,
  caller: Caller,
): Promise<z.input<typeof estateAccessSchema>> => {
  const applications = (await readWeighed(dependencies, caller)).map(({ row: { application }, access: { access, other } }) => ({
    id: application.id,
    name: application.name,
    slug: application.slug,
    access: { groups: access, other },
  }))
  const groups = SCOPE_GROUPS.flatMap((group) => {
    const holders = applications.flatMap(({ id, name, slug, access }) => {
      const held = access.groups.find((each) => each.group === group)
      return held ? [{ id, name, slug, mode: held.mode }] : []
    })
    const writing = holders.filter(({ mode }) => mode === 'write').length
    return holders.length > 0 ? [{ group, total: holders.length, writing, applications: holders.slice(0, MOST_LISTED) }] : []
  })
  const others = new Map<string, { id: string; name: string; slug: string }[]>()
  for (const { id, name, slug, access } of applications)
    for (const scope of access.other) others.set(scope, [...(others.get(scope) ?? []), { id, name, slug }])
  return {
    groups,
    other: [...others].map(([scope, holders]) => ({
      scope,
      total: holders.length,
      applications: holders.slice(0, MOST_LISTED),
    })),
    without: applications.filter(({ access }) => access.groups.length + access.other.length === 0).length,
  }
}
