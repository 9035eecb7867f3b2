import type { Activity, EstateApplication } from '@marketplace/contracts/estate/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import { csvOf, type CsvValue } from '@marketplace/domain/csv'

type Columns<Row> = readonly (readonly [title: string, value: (row: Row) => CsvValue])[]

const fileOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csvOf(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, value]) => value(row))),
  )

const dayOf = (instant: string | null): string | null => instant && instant.slice(0, 10)
/** Amounts in dollars, so that spreadsheets can add them. */
const dollars = (cents: number): number => cents / 100
const accessOf = ({ groups, other }: EstateApplication['access'], mode: 'read' | 'write'): string =>
  [...groups.filter((each) => each.mode === mode).map(({ group }) => group), ...(mode === 'write' ? other : [])].join('; ')

const APPLICATIONS: Columns<EstateApplication> = [
  ['App', ({ name }) => name],
  ['Kind', ({ service }) => (service ? 'Service' : 'App')],
  ['Product', ({ product }) => BRAND.products[product]],
  ['Private', (row) => (row.private ? 'yes' : 'no')],
  ['Installed', ({ installedAt }) => dayOf(installedAt)],
  ['Installed by', ({ installedBy }) => installedBy?.name ?? null],
  ['Installed by (email)', ({ installedBy }) => installedBy?.email ?? null],
  ['Used by (people; empty for everybody)', ({ agents }) => agents?.length ?? null],
  ['May read', ({ access }) => accessOf(access, 'read')],
  ['May change', ({ access }) => accessOf(access, 'write')],
  ['Others may change the same', ({ overlaps }) => overlaps.map(({ group, total }) => `${group} (${total})`).join('; ')],
  [
    'Waits for consent',
    ({ waits_for_consent: waits }) => waits && [...waits.groups.map(({ group }) => group), ...waits.other].join('; '),
  ],
  ['Plan', ({ cost }) => cost.charges.map(({ name }) => name).join('; ')],
  ['Seats', ({ cost }) => cost.charges.find((charge) => charge.per_account)?.quantity ?? null],
  ['Cost a month (USD, before tax)', ({ cost }) => dollars(cost.monthly)],
  ['Bought once', ({ cost }) => (cost.paid_once ? (cost.refunded ? 'yes, refunded' : 'yes') : 'no')],
  ['Next payment', ({ cost }) => dayOf(cost.next_renewal?.at ?? null)],
  ['Next payment (USD, before tax)', ({ cost }) => cost.next_renewal && dollars(cost.next_renewal.amount)],
  ['Trial ends', ({ cost }) => dayOf(cost.trial_ends_at)],
  ['Ends', ({ cost }) => dayOf(cost.ends_at)],
  ['Payment needed', ({ cost }) => (cost.payment_needed ? 'yes' : 'no')],
  ['Last used', ({ usage }) => dayOf(usage.last_used_at)],
  ['Unused for 30 days', ({ usage }) => (usage.measured ? (usage.unused ? 'yes' : 'no') : 'not measured')],
  ['Refused by the list', (row) => (row.refused_by_list ? 'yes' : 'no')],
]

const ACTIVITY: Columns<Activity['result'][number]> = [
  ['When (UTC)', ({ at }) => at],
  ['Kind', ({ kind }) => kind],
  ['What', ({ words }) => words],
  ['App', ({ application }) => application && (application.name ?? application.id)],
  ['Person', ({ person }) => person && (person.name ?? person.id)],
  ['By support', ({ staff }) => (staff ? 'yes' : 'no')],
  ['Action', ({ action }) => action],
  ['Number', ({ id }) => id],
]

export const applicationsFile = (applications: readonly EstateApplication[]): string => fileOf(APPLICATIONS, applications)
export const activityFile = (rows: Activity['result']): string => fileOf(ACTIVITY, rows)
