import type { ApplicationRules } from '@marketplace/contracts/application-rules/schemas'
import { USUAL_REASON } from '@marketplace/domain/application-list'
import { formatInstant } from '@marketplace/domain/dates'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { counted } from '../../../ui/counted.ts'
import { IconTile } from '../../../ui/IconTile.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { applicationIcon } from '../../../features/installs/application-icon.ts'
import { useEndpoint } from '../../data/use-endpoint.ts'
import { Loaded } from '../../kit/Loaded.tsx'

const RulesSheet = lazy(async () => ({ default: (await import('./RulesSheet.tsx')).RulesSheet }))

const HEADINGS: Readonly<Record<ApplicationRules['mode'], string>> = {
  off: 'Every app may be installed and bought',
  allow: 'Only these apps may be installed and bought',
  block: 'Every app but these may be installed and bought',
}

const Rules = ({ rules }: { rules: ApplicationRules }) => {
  const { mode, reason, applications, refused_installed: refused, changed_at: at, changed_by: by, can } = rules
  const [open, setOpen] = useState(false)
  return (
    <>
      <Card className="p-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 className="text-lg font-semibold">{HEADINGS[mode]}</h2>
            {mode !== 'off' && <p className="mt-1 text-muted">People who are refused read: “{reason || USUAL_REASON}”</p>}
            {refused > 0 && (
              <p className="mt-1 text-muted">
                {counted(refused, 'installed app')} would be refused now. Installed apps stay until somebody uninstalls them.
              </p>
            )}
            {at && (
              <p className="mt-1 text-sm text-muted">
                Changed {formatInstant(at)} by {by?.name ?? 'an account that was deleted'}
              </p>
            )}
          </div>
          {can.change ? (
            <Button onClick={() => setOpen(true)}>Change the rules</Button>
          ) : (
            <p className="text-sm text-muted">An owner of your organization changes this.</p>
          )}
        </div>
        {mode !== 'off' && (
          <ul className="mt-4 border-t border-line">
            {applications.map((application) => (
              <li key={application.id} className="flex min-h-14 items-center gap-3 border-b border-line last:border-b-0">
                <IconTile icon={applicationIcon(application)} size="small" />
                <Link to={paths.underApps(application.slug)} className="min-w-0 grow underline-offset-4 hover:underline">
                  {application.name}
                </Link>
                {application.installed && <Badge>Installed</Badge>}
              </li>
            ))}
            {applications.length === 0 && <li className="pt-4 text-muted">No app is listed.</li>}
          </ul>
        )}
      </Card>
      <Suspense>{open && <RulesSheet rules={rules} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** The organization's rules about which applications may be installed and bought. */
export const RulesPanel = () => (
  <Loaded
    query={useEndpoint('product', 'GET /organizations/my/rules')}
    failed="The rules couldn't be loaded"
    waiting={<Skeleton className="h-48 rounded-card" />}
  >
    {(rules) => <Rules rules={rules} />}
  </Loaded>
)
