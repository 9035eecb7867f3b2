import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { Card } from '../../../ui/Card.tsx'
import { ExternalLink } from '../../../ui/ExternalLink.tsx'
import { PriceLine } from '../PriceLine.tsx'
import { hasPlanTable } from './sections.ts'

/** The plans and the optional extras. */
export const Plans = ({ page }: { page: ApplicationPage }) => (
  <div className="space-y-4">
    {hasPlanTable(page) && (
      <Card className="overflow-hidden">
        <table className="w-full text-sm">
          <caption className="sr-only">Plans of {page.name}</caption>
          <thead className="bg-sunken text-start text-xs text-muted">
            <tr>
              <th scope="col" className="px-5 py-2.5 text-start font-normal">
                Plan
              </th>
              <th scope="col" className="px-5 py-2.5 text-end font-normal">
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {page.plans.map(({ id, name, price }) => (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="px-5 py-3.5 text-start text-base font-semibold">
                  {name}
                </th>
                <td className="px-5 py-3.5 text-end">
                  <PriceLine price={price} className="text-base" />
                  {price.note && <span className="block text-xs text-muted">{price.note}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    )}
    {page.upgrades.length > 0 && (
      <ul className="grid gap-4 sm:grid-cols-2">
        {page.upgrades.map(({ id, name, description, price, url }) => (
          <li key={id}>
            <Card className="flex h-full flex-col p-5">
              <h3 className="text-base font-semibold">{url ? <ExternalLink href={url}>{name}</ExternalLink> : name}</h3>
              {description && <p className="mt-1 mb-4 text-sm text-muted">{description}</p>}
              <p className="mt-auto text-sm">
                <PriceLine price={price} />
                {price.note && <span className="text-muted"> · {price.note}</span>}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    )}
  </div>
)
