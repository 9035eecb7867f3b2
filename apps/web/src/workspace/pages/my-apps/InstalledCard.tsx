import type { InstalledApplication } from '@marketplace/contracts/installs/schemas'
import { BRAND } from '@marketplace/contracts/core/brand'
import { formatDate } from '@marketplace/domain/dates'
import { AccessList } from '../../../features/applications/detail/AccessList.tsx'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, ButtonLink, ExternalButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { FINISH } from '../../../features/installs/install-texts.ts'
import { settingsTarget } from '../../../features/installs/settings-target.ts'
import { WayInLink, waysIn } from '../../../features/installs/ways-in.tsx'

type Props = {
  application: InstalledApplication
  /** Its own page. */
  href: string
  hostUrl: string
  mayManage: boolean
  onUninstall: () => void
  onAgents: () => void
}

/** Who may use an installed application, in words. */
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

/** An application that the organization has: since when, by whom, what it may do and who uses it. */
export const InstalledCard = ({ application, href, hostUrl, mayManage, onUninstall, onAgents }: Props) => {
  const { name, product, service, installedAt, installedBy, setup, settingsUrl, finish, usable, agents } = application
  const settings = settingsTarget(settingsUrl, hostUrl)
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
            {service ? 'Activated' : 'Installed'} {formatDate(new Date(installedAt))}
            {installedBy && ` by ${installedBy.name}`}
          </p>
          <p className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge>{BRAND.products[product]}</Badge>
            {setup === 'pending' && (settings ?? finish) && <Badge tone="warning">To be set up</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {finish && (
            <ButtonLink to={paths.act(href, 'settings')}>
              {FINISH}
              <span className="sr-only"> of {name}</span>
            </ButtonLink>
          )}
          {waysIn(application, hostUrl).map((way) => (
            <WayInLink key={way.href} way={way} {...(finish && { variant: 'secondary' })} />
          ))}
          {settings && (
            <ExternalButtonLink href={settings} variant="secondary">
              Settings
              <span className="sr-only"> of {name}</span>
            </ExternalButtonLink>
          )}
          {mayManage && (
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
        {mayManage && (
          <button
            type="button"
            onClick={onAgents}
            className="inline-flex min-h-8 items-center rounded-xs font-semibold underline underline-offset-4"
          >
            Change
            <span className="sr-only"> who uses {name}</span>
          </button>
        )}
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
