import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import { formatInstant } from '@marketplace/domain/dates'
import { AccessList } from '../../../features/applications/detail/AccessList.tsx'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { FINISH } from '../../../features/installs/install-texts.ts'
import { costWords, nextWords, usedWords } from './estate-words.ts'
import { type HostSite, settingsWay, WayInLink, waysIn } from '../../../features/installs/ways-in.tsx'

/** Badges for points that need an administrator's attention. */
export const EstateBadges = ({
  application: { usage, cost, overlaps, waits_for_consent: waits, refused_by_list: refused },
}: {
  application: EstateApplication
}) => (
  <>
    {usage.unused && <Badge tone="warning">Unused for 30 days</Badge>}
    {cost.in_trial && <Badge tone="accent">In trial</Badge>}
    {cost.payment_needed && <Badge tone="warning">Waits for a payment</Badge>}
    {overlaps.length > 0 && <Badge>Others change the same</Badge>}
    {waits && <Badge tone="warning">Waits for consent</Badge>}
    {refused && <Badge tone="warning">Refused by your rules</Badge>}
  </>
)

const EstateFacts = ({ application: { cost, usage } }: { application: EstateApplication }) => {
  const next = nextWords(cost)
  return (
    <>
      <p className="tabular-nums">
        {costWords(cost)}
        {next && <span className="text-muted"> · {next}</span>}
      </p>
      <p>
        <span className="text-muted">Last use </span>
        {usedWords(usage)}
      </p>
    </>
  )
}

type Props = {
  /** Details that only administrators see. */
  estate?: EstateApplication
  application: InstalledApplication
  /** The path of the application's page. */
  href: string
  host: HostSite
  /** Set if the person manages the application. */
  onUninstall?: () => void
  onAgents?: () => void
  onDetails?: () => void
}

/** The people who may use an installed application, as a text. */
export const whoUses = (agents: InstalledApplication['agents']): string =>
  agents === null ? 'Everybody in your organization' : agents.length === 1 ? '1 person' : `${agents.length} people`

const Access = ({ access }: Pick<InstalledApplication, 'access'>) =>
  access.groups.length + access.other.length > 0 ? (
    <div className="[&>ul>li:first-child]:border-t-0">
      <AccessList access={access.groups} other={access.other} />
    </div>
  ) : (
    <p className="px-5 py-3">It has no access to your data.</p>
  )

/** The card of an installed application: the date of the install, the installer, its access to data, and its users. */
export const InstalledCard = ({ application, estate, href, host, onUninstall, onAgents, onDetails }: Props) => {
  const { name, product, service, installedAt, installedBy, setup, finish, usable, agents } = application
  const settings = settingsWay(application, host.hostUrl)
  return (
    <Card as="article" className="p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <IconTile icon={applicationIcon(application)} size="card" />
        <div className="min-w-0 grow basis-52">
          <h2 className="text-base font-semibold">
            <Link to={href} className="underline-offset-4 hover:underline">
              {name}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            {service ? 'Activated' : 'Installed'} {formatInstant(installedAt)}
            {installedBy && ` by ${installedBy.name}`}
          </p>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge>{BRAND.products[product]}</Badge>
            {setup === 'pending' && (settings ?? finish) && <Badge tone="warning">To be set up</Badge>}
            {estate && <EstateBadges application={estate} />}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {finish && (
            <ButtonLink to={paths.act(href, 'settings')}>
              {FINISH}
              <span className="sr-only"> of {name}</span>
            </ButtonLink>
          )}
          {waysIn(application, host).map((way) => (
            <WayInLink key={way.href} way={way} {...(finish && { variant: 'secondary' })} />
          ))}
          {settings && (
            <WayInLink way={settings} variant="secondary">
              Settings
              <span className="sr-only"> of {name}</span>
            </WayInLink>
          )}
          {onDetails && (
            <Button variant="quiet" onClick={onDetails}>
              Details
              <span className="sr-only"> of {name}</span>
            </Button>
          )}
          {onUninstall && (
            <Button variant="quiet" onClick={onUninstall}>
              {service ? 'Deactivate' : 'Uninstall'}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
        <p>
          <span className="text-muted">Used by </span>
          {whoUses(agents)}
          {!usable && ', and not by you'}
        </p>
        {onAgents && (
          <button
            type="button"
            onClick={onAgents}
            className="inline-flex min-h-8 items-center rounded-xs font-semibold underline underline-offset-4"
          >
            Change
            <span className="sr-only"> who uses {name}</span>
          </button>
        )}
        {estate && <EstateFacts application={estate} />}
      </div>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-8 list-none items-center rounded-xs underline underline-offset-4">
          What it may do<span className="sr-only">: {name}</span>
        </summary>
        <div className="mt-2 overflow-hidden rounded-card border border-line">
          <Access access={application.access} />
        </div>
      </details>
    </Card>
  )
}
