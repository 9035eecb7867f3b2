import type { EstateFilter } from '@marketplace/contracts/estate/lists'
import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import { openTargetOf } from '@marketplace/domain/application-addresses'
import { listRuleOf } from '@marketplace/domain/application-list'
import { hasOverlap, overlapsOf, type Writers, writersOf } from '@marketplace/domain/estate/overlaps'
import { type RunningCost, runningCost } from '@marketplace/domain/estate/running-costs'
import { isUnused } from '@marketplace/domain/estate/usage'
import { paidUntil } from '@marketplace/domain/buying/paid-until'
import { requiredScopes } from '@marketplace/domain/installing'
import { type Described, describeScopes } from '@marketplace/domain/scopes'
import type { Caller } from '../../core/caller.ts'
import { presentInstalled } from '../installs/index.ts'
import { type EstateCharge, type EstateRow, nextOf } from './repository.ts'

/** The most other applications that are named because they may change the same data. */
const MOST_NAMED = 10

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text))
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const datedCharge = ({ anchorAt, trialEndsAt, next, ...charge }: EstateCharge) => ({
  ...charge,
  next: nextOf(next, charge.months),
  anchorAt: dateOf(anchorAt),
  trialEndsAt: dateOf(trialEndsAt),
})
type ShownCharge = { charge: ReturnType<typeof datedCharge>; until: Date | null; cost: RunningCost }

/** The data of an installed application that lists are filtered and sorted by. */
export type WeighedApplication = {
  row: EstateRow
  charges: ShownCharge[]
  monthly: number
  paidOnce: boolean
  refunded: boolean
  inTrial: boolean
  next: RunningCost['next']
  endsAt: Date | null
  measured: boolean
  unused: boolean
  access: Described
  writers: Writers
  missing: string[]
  refusedByList: boolean
}

const weighCost = ({ charges, right, paidOnce, refunded }: EstateRow, now: Date) => {
  const running = charges.map(datedCharge).map((charge) => ({ charge, until: paidUntil(charge), cost: runningCost(charge, now) }))
  const shown = running.filter(({ charge, until }) => charge.state !== 'cancelled' || (until !== null && until > now))
  const next = shown
    .flatMap(({ cost }) => cost.next ?? [])
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .at(0)
  const ending = shown.find(({ charge }) => charge.state === 'cancelled')
  return {
    charges: shown,
    monthly: shown.reduce((sum, { cost }) => sum + cost.monthly, 0),
    paidOnce: paidOnce || right?.source === 'direct_charge',
    refunded,
    inTrial: shown.some(({ cost }) => cost.inTrial),
    next: next ?? null,
    endsAt: next ? null : (dateOf(right?.endsAt ?? null) ?? ending?.until ?? null),
  }
}

/** The scopes that the application requires now and that the organization has not agreed to. */
const missingOf = ({ application, installation }: EstateRow): string[] => {
  const agreed = new Set(installation.scopes ?? [])
  return requiredScopes(application).filter((scope) => !agreed.has(scope))
}

const describeNames = (names: readonly string[]): Described => describeScopes(names.map((name) => ({ name, required: true })))

/**
 * The data of all installed applications for lists. It takes little time for each application; call describeApplication only for those on
 * the current page.
 */
export const weighEstate = (rows: readonly EstateRow[], now: Date): WeighedApplication[] => {
  const described = rows.map((row) => ({ row, access: describeNames(row.installation.scopes ?? []) }))
  const writers = writersOf(
    described.map(({ row: { application }, access }) => ({ id: application.id, name: application.name, ...access })),
  )
  return described.map(({ row, access }) => {
    const { application, lastUsedAt, recordedSince, signsIn } = row
    const measured = signsIn || openTargetOf(application) !== null
    return {
      row,
      ...weighCost(row, now),
      measured,
      unused: isUnused({ measured, lastUsedAt, recordedSince }, now),
      access,
      writers,
      missing: missingOf(row),
      refusedByList: !listRuleOf(row.list).allows,
    }
  })
}

const describeCost = (weighed: WeighedApplication): EstateApplication['cost'] => {
  const { charges, monthly, paidOnce, refunded, inTrial, next, endsAt } = weighed
  return {
    monthly,
    in_trial: inTrial,
    trial_ends_at: iso(charges.find(({ cost }) => cost.inTrial)?.charge.trialEndsAt ?? null),
    next_renewal: next && { at: next.at.toISOString(), amount: next.amount },
    ends_at: iso(endsAt),
    paid_once: paidOnce,
    refunded,
    payment_needed: charges.some(({ charge }) => charge.state === 'frozen'),
    charges: charges.map(({ charge, cost }) => ({
      id: charge.id,
      name: charge.name,
      state: charge.state,
      price: charge.price,
      quantity: charge.quantity,
      per_account: charge.perAccount,
      months: charge.months,
      list_price: charge.listPrice,
      monthly: cost.monthly,
    })),
  }
}

const describeWaiting = ({ missing }: WeighedApplication): EstateApplication['waits_for_consent'] => {
  if (missing.length === 0) return null
  const { access, other } = describeNames(missing)
  return { groups: access, other }
}

/** An installed application for administrators. */
export const describeApplication = (
  weighed: WeighedApplication,
  { caller, publicUrl }: { caller: Caller; publicUrl: string },
): EstateApplication => {
  const { row, access, writers } = weighed
  const { application, installation, installedBy, lastUsedAt, recordedSince } = row
  const scopes = installation.scopes ?? []
  return {
    ...presentInstalled(application, { ...installation, scopes, installedBy }, caller, publicUrl),
    private: application.private,
    cost: describeCost(weighed),
    usage: {
      measured: weighed.measured,
      last_used_at: iso(lastUsedAt),
      recorded_since: recordedSince.toISOString(),
      unused: weighed.unused,
    },
    overlaps: overlapsOf({ id: application.id, ...access }, writers).map(({ group, others }) => ({
      group,
      others: others.slice(0, MOST_NAMED),
      total: others.length,
    })),
    waits_for_consent: describeWaiting(weighed),
    refused_by_list: weighed.refusedByList,
  }
}

/** The condition of each filter of the list. */
export const FILTERS: Readonly<Record<EstateFilter, (application: WeighedApplication) => boolean>> = {
  unused: ({ unused }) => unused,
  trial: ({ inTrial }) => inTrial,
  paid: ({ monthly, paidOnce }) => monthly > 0 || paidOnce,
  overlaps: ({ access, writers }) => hasOverlap(access, writers),
  consent: ({ missing }) => missing.length > 0,
  list: ({ refusedByList }) => refusedByList,
}
