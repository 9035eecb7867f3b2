import type { ExpertPage } from '@marketplace/contracts/pages/people'
import { Card } from '../../ui/Card.tsx'
import { ButtonLink, ExternalButtonLink } from '../../ui/Button.tsx'
import { FactList } from '../../ui/FactList.tsx'

/** A summary of the expert's services, and the button to contact them. */
export const ExpertAside = ({ page }: { page: ExpertPage }) => {
  const facts = [
    { label: 'Services', value: page.services.join(', ') },
    { label: 'Products', value: page.products.join(', ') },
    { label: 'Languages', value: page.languages.join(', ') },
    { label: 'Industries', value: page.industries.join(', ') },
    ...page.facts,
  ].filter(({ value }) => value !== '')
  return (
    <aside aria-label="At a glance" className="lg:sticky lg:top-[calc(1.5rem+var(--top))]">
      <Card className="rounded-panel p-6">
        <div className="mb-4 hidden space-y-3 lg:block">
          <ButtonLink to={{ hash: 'contact' }} size="lg" className="w-full">
            Send a message
          </ButtonLink>
          {page.website && (
            <ExternalButtonLink href={page.website} variant="secondary" size="lg" className="w-full">
              Visit website
            </ExternalButtonLink>
          )}
        </div>
        <FactList facts={facts} />
      </Card>
    </aside>
  )
}
