import { pageWindow } from '@marketplace/domain/pagination'
import type { DeveloperPage as DeveloperPageData } from '@marketplace/contracts/pages/people'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { DeveloperContact, hasContact } from '../../../features/developers/DeveloperContact.tsx'
import { DeveloperHeader } from '../../../features/developers/DeveloperHeader.tsx'
import { paths } from '../../../lib/paths.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SectionNav } from '../../../ui/SectionNav.tsx'

const FIRST_SCREENFUL = 8

/** A developer. The tabs are anchors: the page shows all sections. */
export const DeveloperPage = ({ page }: { page: DeveloperPageData }) => {
  const { applications, services, pagination } = page
  const addressOf = (number: number) => paths.listing(page.path, { page: number })
  const tabs = [
    ...(applications.length > 0 ? [{ id: 'apps', shortTitle: 'Apps', count: page.applicationCount }] : []),
    ...(services.length > 0 ? [{ id: 'services', shortTitle: 'Services', count: page.serviceCount }] : []),
    ...(hasContact(page) ? [{ id: 'contact', shortTitle: 'Contact' }] : []),
  ]
  return (
    <div className="wrap">
      <Breadcrumbs steps={page.breadcrumbs} />
      <DeveloperHeader page={page} />
      {page.description && <p className="mt-6 max-w-3xl text-lg">{page.description}</p>}
      <SectionNav sections={tabs} page={addressOf(pagination.page)} />
      {applications.length > 0 && (
        <Section id="apps" title="Apps">
          <CardGrid cards={applications} list="apps" layout="shelf" eager={FIRST_SCREENFUL} grows={false} />
          <Pagination
            page={pagination.page}
            pages={pagination.pages}
            items={pageWindow(pagination.page, pagination.pages)}
            hrefOf={addressOf}
          />
        </Section>
      )}
      {services.length > 0 && (
        <Section id="services" title="Services">
          <CardGrid cards={services} list="services" layout="shelf" grows={false} />
        </Section>
      )}
      {hasContact(page) && (
        <Section id="contact" title="Contact">
          <DeveloperContact page={page} />
        </Section>
      )}
    </div>
  )
}
