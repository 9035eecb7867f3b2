import { ACTIVITY_KINDS, type ActivityKind } from '@marketplace/contracts/estate/lists'
import type { Activity } from '@marketplace/contracts/estate/schemas'
import { estatePaths } from '@marketplace/contracts/pages/estate-paths'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { endpointQuery, useEndpoint } from '../../data/use-endpoint.ts'
import { type Column, DataTable } from '../../kit/DataTable.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useTableAddress } from '../../kit/table-address.ts'
import { Toolbar } from '../../kit/Toolbar.tsx'
import { DownloadButton } from './DownloadButton.tsx'

type Row = Activity['result'][number]

const KINDS: Readonly<Record<ActivityKind, string>> = {
  applications: 'Installs',
  access: 'Access and consent',
  purchases: 'Purchases',
  people: 'Sign-ins and accounts',
  rules: 'Rules',
}
const isKind = (text: string): text is ActivityKind => ACTIVITY_KINDS.some((kind) => kind === text)

/** Date and time to the minute, in UTC like the filter's days. */
const momentOf = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}`

const COLUMNS: Column<Row>[] = [
  {
    id: 'what',
    title: 'What',
    isHeading: true,
    show: ({ words, receipt }) => (
      <>
        {words}
        {receipt && (
          <>
            {' '}
            <Link to={estatePaths.receipt(receipt)} className="font-normal underline underline-offset-4">
              Receipt
            </Link>
          </>
        )}
      </>
    ),
  },
  { id: 'app', title: 'App', show: ({ application }) => (application ? (application.name ?? 'Deleted') : '–') },
  {
    id: 'who',
    title: 'By',
    show: ({ person, staff }) =>
      `${person ? (person.name ?? 'A deleted account') : 'The marketplace'}${staff ? ' (support)' : ''}`,
  },
  {
    id: 'at',
    title: 'When (UTC)',
    show: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap tabular-nums">
        {momentOf(at)}
      </time>
    ),
  },
]

const FIELD = 'min-h-10 rounded-control border border-control bg-surface px-3 text-sm'

/** The organization's audit, the newest entry first. */
export const ActivityPanel = () => {
  const address = useTableAddress([], { column: 'at', descending: true })
  const people = useEndpoint('product', 'GET /agents')
  const [kind, person, from, to, before] = ['kind', 'person', 'from', 'to', 'before'].map(address.read)
  const query = {
    ...(isKind(kind ?? '') && { kind: kind as ActivityKind }),
    ...(person && { person }),
    ...(from && { from }),
    ...(to && { to }),
  }
  const activity = useQuery({
    ...endpointQuery('product', 'GET /organizations/my/activity', {
      query: { ...query, ...(/^\d{1,15}$/.test(before ?? '') && { before: Number(before) }) },
    }),
    placeholderData: keepPreviousData,
  })
  const narrow = (change: Record<string, string>) => address.filter({ ...change, before: null })
  const file = new URLSearchParams(Object.entries(query)).toString()
  return (
    <>
      <Toolbar end={<DownloadButton path={`/organizations/my/activity/export${file && `?${file}`}`} name="activity" />}>
        <Select
          aria-label="Kind"
          value={kind}
          onChange={(event) => narrow({ kind: event.target.value })}
          options={[{ value: '', label: 'Everything' }, ...ACTIVITY_KINDS.map((value) => ({ value, label: KINDS[value] }))]}
        />
        <Select
          aria-label="Person"
          value={person}
          onChange={(event) => narrow({ person: event.target.value })}
          options={[
            { value: '', label: 'Everybody' },
            ...(people.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <label className="flex items-center gap-2 text-sm text-muted">
          From
          <input type="date" className={FIELD} value={from} onChange={(event) => narrow({ from: event.target.value })} />
        </label>
        <label className="flex items-center gap-2 text-sm text-muted">
          to
          <input type="date" className={FIELD} value={to} onChange={(event) => narrow({ to: event.target.value })} />
        </label>
      </Toolbar>
      <Loaded query={activity} failed="The activity couldn't be loaded" waiting={<Skeleton className="h-64 rounded-card" />}>
        {({ result, next }) => (
          <>
            <DataTable
              caption="Activity"
              columns={COLUMNS}
              found={{ items: result, page: 1, pages: 1 }}
              keyOf={({ id }) => String(id)}
              address={address}
              empty={
                <EmptyState
                  icon={History}
                  title="Nothing fits"
                  action={
                    <ButtonLink to={address.hrefWith({ kind: null, person: null, from: null, to: null, before: null })}>
                      Show all
                    </ButtonLink>
                  }
                >
                  Installs, uninstalls, purchases and changes are listed here.
                </EmptyState>
              }
            />
            <p className="mt-6 flex justify-center gap-3">
              {before && (
                <ButtonLink variant="secondary" to={address.hrefWith({ before: null })}>
                  Newest
                </ButtonLink>
              )}
              {next !== null && (
                <ButtonLink variant="secondary" to={address.hrefWith({ before: String(next) })}>
                  Older
                </ButtonLink>
              )}
            </p>
          </>
        )}
      </Loaded>
    </>
  )
}
