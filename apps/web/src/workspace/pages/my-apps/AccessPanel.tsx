import { Eye, Pencil } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/Card.tsx'
import { counted } from '../../../ui/counted.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'

type Holder = { id: string; name: string; slug: string; mode?: 'read' | 'write' }

const Holders = ({
  title,
  total,
  writing,
  holders,
}: {
  title: string
  total: number
  writing: number
  holders: readonly Holder[]
}) => (
  <details className="border-t border-line first:border-t-0">
    <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-4 px-5 py-2 hover:bg-hover">
      <span className="min-w-0 grow font-semibold break-words">{title}</span>
      <span className="text-sm text-muted">
        {counted(total, 'app')}
        {writing > 0 && `, ${writing === 1 ? '1 may change it' : `${writing} may change it`}`}
      </span>
    </summary>
    <ul className="px-5 pb-4">
      {holders.map(({ id, name, slug, mode }) => (
        <li key={id} className="flex min-h-9 items-center gap-3 text-sm">
          {mode && <Icon as={mode === 'write' ? Pencil : Eye} size={16} className="shrink-0 text-muted" />}
          <Link to={paths.underApps(slug)} className="min-w-0 underline-offset-4 hover:underline">
            {name}
          </Link>
          {mode && <span className="ms-auto shrink-0 text-muted">{mode === 'write' ? 'Reads and changes' : 'Reads'}</span>}
        </li>
      ))}
      {total > holders.length && <li className="text-sm text-muted">and {total - holders.length} more</li>}
    </ul>
  </details>
)

/** The kinds of data, with the applications that may read or change each. */
export const AccessPanel = () => (
  <Loaded
    query={useEndpoint('product', 'GET /organizations/my/access')}
    failed="The access of your apps couldn't be loaded"
    waiting={<Skeleton className="h-64 rounded-card" />}
  >
    {({ groups, other, without }) => (
      <>
        <p className="mb-4 max-w-2xl text-muted">
          What your installed apps may do with the data of your products. Where several may change the same, look whether you need
          them all.
        </p>
        {groups.length === 0 && other.length === 0 ? (
          <p>None of your apps has access to your data.</p>
        ) : (
          <Card className="overflow-hidden">
            {groups.map(({ group, total, writing, applications }) => (
              <Holders key={group} title={group} total={total} writing={writing} holders={applications} />
            ))}
            {other.map(({ scope, total, applications }) => (
              <Holders key={scope} title={`${scope} (of another service)`} total={total} writing={0} holders={applications} />
            ))}
          </Card>
        )}
        {without > 0 && <p className="mt-4 text-sm text-muted">{counted(without, 'app')} without access to your data.</p>}
      </>
    )}
  </Loaded>
)
