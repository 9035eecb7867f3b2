import { BRAND } from '@marketplace/contracts/core/brand'
import type { EstateApplication } from '@marketplace/contracts/estate/schemas'
import { formatDollars } from '@marketplace/domain/pricing'
import { formatInstant } from '@marketplace/domain/dates'
import type { ReactNode } from 'react'
import { AccessList } from '../../../features/applications/detail/AccessList.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { SideSheet } from '../../kit/SideSheet.tsx'
import { costWords, nextWords, usedWords } from './estate-words.ts'
import { whoUses } from './InstalledCard.tsx'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-6">
    <h3 className="mb-2 text-base font-semibold">{title}</h3>
    {children}
  </section>
)

const Access = ({ access }: Pick<EstateApplication, 'access'>) =>
  access.groups.length + access.other.length > 0 ? (
    <div className="overflow-hidden rounded-card border border-line [&>ul>li:first-child]:border-t-0">
      <AccessList access={access.groups} other={access.other} />
    </div>
  ) : (
    <p>It has no access to your data.</p>
  )

const periodOf = (months: number): string => (months === 12 ? 'a year' : months === 1 ? 'a month' : `every ${months} months`)

/** The charges of an application, each with today's price of the same plan. */
const Charges = ({ charges }: { charges: EstateApplication['cost']['charges'] }) => (
  <ul className="mt-2 space-y-2 text-sm">
    {charges.map(({ id, name, price, quantity, per_account: perAccount, months, list_price: list }) => (
      <li key={id} className="rounded-card border border-line px-4 py-3">
        <p className="font-semibold">{name}</p>
        <p className="text-muted tabular-nums">
          {perAccount && `${quantity} × ${formatDollars(price)} = `}
          {formatDollars(price * quantity)} {periodOf(months)}
          {list !== null && list !== price && `, today ${formatDollars(list)} each`}
        </p>
      </li>
    ))}
  </ul>
)

const Overlaps = ({ overlaps }: Pick<EstateApplication, 'overlaps'>) => (
  <ul className="space-y-2 text-sm">
    {overlaps.map(({ group, others, total }) => (
      <li key={group}>
        <span className="font-semibold">{group}:</span> {others.map(({ name }) => name).join(', ')}
        {total > others.length && ` and ${total - others.length} more`}
      </li>
    ))}
  </ul>
)

type Props = {
  application: EstateApplication
  href: string
  onClose: () => void
  /** Set if the person manages the application. */
  onAgents?: () => void
  onUninstall?: () => void
}

/** All details of one installed application. */
export const DetailsSheet = ({ application, href, onClose, onAgents, onUninstall }: Props) => {
  const { name, product, service, installedAt, installedBy, agents, access, cost, usage, overlaps } = application
  const { waits_for_consent: waits, refused_by_list: refused } = application
  return (
    <SideSheet
      open
      onClose={onClose}
      title={name}
      actions={
        <>
          {onAgents && (
            <Button variant="secondary" onClick={onAgents}>
              Who uses it
            </Button>
          )}
          {onUninstall && (
            <Button variant="secondary" onClick={onUninstall}>
              {service ? 'Deactivate' : 'Uninstall'}
            </Button>
          )}
          <ButtonLink to={href}>See its page</ButtonLink>
        </>
      }
    >
      <FactList
        facts={[
          { label: 'Product', value: BRAND.products[product] },
          { label: service ? 'Activated' : 'Installed', value: formatInstant(installedAt) },
          { label: 'By', value: installedBy?.name ?? 'An account that was deleted' },
          { label: 'Used by', value: whoUses(agents) },
          { label: 'Last use', value: usedWords(usage) },
        ]}
      />
      {refused && (
        <p className="mt-4 rounded-card bg-warning-soft px-4 py-3 text-sm text-warning">
          Your rules would refuse it now. It stays until somebody uninstalls it.
        </p>
      )}
      <Part title="Cost">
        <p>
          {costWords(cost)}
          {cost.next_renewal && `, ${formatDollars(cost.next_renewal.amount)} next time`}
        </p>
        {nextWords(cost) && <p className="text-sm text-muted">{nextWords(cost)}</p>}
        {cost.charges.length > 0 && <Charges charges={cost.charges} />}
      </Part>
      <Part title="What it may do">
        <Access access={access} />
      </Part>
      {waits && (
        <Part title="Waits for consent">
          <p className="mb-2 text-sm">It asks for more than your organization has agreed to, and goes on without this:</p>
          <Access access={waits} />
          <p className="mt-2 text-sm text-muted">
            To agree, {service ? 'deactivate it and activate' : 'uninstall it and install'} it again. That ends its sign-ins
            {cost.charges.length > 0 && ' and cancels its renewal, so that you buy it again when what is paid ends'}. To go on
            without it, do nothing.
          </p>
        </Part>
      )}
      {overlaps.length > 0 && (
        <Part title="Others change the same">
          <Overlaps overlaps={overlaps} />
        </Part>
      )}
    </SideSheet>
  )
}
