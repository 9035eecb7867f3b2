import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { BadgeCheck, ShieldCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActionBar } from '../../../ui/ActionBar.tsx'
import { Card } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FactList } from '../../../ui/FactList.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PriceLine } from '../PriceLine.tsx'
import { accessSummary } from './access.ts'
import { PrimaryAction, primaryLink } from './PrimaryAction.tsx'
import { Restrictions } from './Restrictions.tsx'
import { ShareButton } from './ShareButton.tsx'
import { Link } from '../../../ui/Link.tsx'

const Trust = ({ icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex items-start gap-2.5">
    <Icon as={icon} size={18} className="mt-px shrink-0 text-muted" />
    <span>{children}</span>
  </li>
)

/**
 * The parts of the panel that features/installs makes: the button (null if there is none), the reason why there is none, and the box for an
 * installed application.
 */
export type InstallParts = { button: ReactNode; note: ReactNode; installed: ReactNode }

/** Price, trial and the main action. They stay visible while the page scrolls. On small screens the bar at the bottom shows them. */
export const ActionPanel = ({ page, install, buy }: { page: ApplicationPage; install: InstallParts; buy: ReactNode }) => {
  const summary = accessSummary(page)
  const listed = page.access.length > 0 || page.otherScopes.length > 0
  const verified = page.badges.includes('verified')
  const trusted = verified || Boolean(summary)
  const bare = !trusted && page.facts.length === 0 && !buy
  return (
    <aside aria-label="Price and details" className="lg:sticky lg:top-[calc(1.5rem+var(--top))]">
      <Card className={classNames('rounded-panel p-6', bare && 'max-lg:hidden')}>
        <div className="hidden lg:block">
          <p className="text-2xl">
            <PriceLine price={page.price} unitClassName="text-base tracking-normal text-muted" />
          </p>
          {page.price.note && <p className="mt-1 text-sm text-muted">{page.price.note}</p>}
          <div className="mt-5 space-y-2.5">
            {install.button}
            {install.note}
          </div>
        </div>
        {buy && <div className="max-lg:mb-5 lg:mt-5">{buy}</div>}
        <div className="hidden lg:block">
          <div className="mt-2.5 empty:hidden">
            <PrimaryAction page={page} second={Boolean(install.button || buy)} className="w-full" />
          </div>
          <Restrictions sentences={page.restrictions} className="mt-4" />
          <div className="mt-2.5 empty:hidden">{install.installed}</div>
          <ShareButton address={page.meta.canonical} className="mt-2.5 w-full" />
          {!bare && <hr className="mt-4 mb-5 border-line" />}
        </div>
        <ul className="space-y-2.5 text-sm empty:hidden">
          {verified && <Trust icon={BadgeCheck}>The developer is verified</Trust>}
          {summary && (
            <Trust icon={ShieldCheck}>
              {summary}
              {listed && (
                <>
                  .{' '}
                  <Link to={{ hash: 'app-terms' }} className="whitespace-nowrap underline underline-offset-4">
                    What it may do
                  </Link>
                </>
              )}
            </Trust>
          )}
        </ul>
        {page.facts.length > 0 && (
          <>
            {trusted && <hr className="my-5 border-line" />}
            <h2 className="sr-only">Details</h2>
            <FactList facts={page.facts} className="gap-x-14 sm:grid sm:grid-cols-2 lg:block" />
          </>
        )}
        {/* This part is loaded after the rest of the page. Here it moves no text that the person may be reading. */}
        <div className="mt-5 empty:hidden lg:hidden">{install.installed}</div>
      </Card>
    </aside>
  )
}

/** The same panel at the bottom of small screens. */
export const ApplicationActionBar = ({
  page,
  installed,
  button,
}: {
  page: ApplicationPage
  installed: boolean
  button: ReactNode
}) => (
  <ActionBar>
    <p className="min-w-0 text-base leading-5 *:block *:truncate">
      {installed ? (
        <span className="font-semibold text-positive">{page.service ? 'Activated' : 'Installed'}</span>
      ) : (
        <>
          {/* Two lines: beside a struck-out price there is no space for the unit, which matters more than the note. */}
          <PriceLine price={page.price} unitClassName={classNames('text-xs text-muted', page.price.old && 'block truncate')} />
          {page.price.note && !page.price.old && <span className="text-xs text-muted">{page.price.note}</span>}
        </>
      )}
    </p>
    {button ??
      (primaryLink(page) ? (
        <PrimaryAction page={page} className="shrink-0 px-5" />
      ) : (
        <ShareButton address={page.meta.canonical} className="shrink-0 px-5" />
      ))}
  </ActionBar>
)
