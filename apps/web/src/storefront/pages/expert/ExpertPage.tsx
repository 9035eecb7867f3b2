import type { ExpertPage as ExpertPageData } from '@marketplace/contracts/pages/people'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { ExpertAside } from '../../../features/partners/ExpertAside.tsx'
import { ExpertContact } from '../../../features/partners/ExpertContact.tsx'
import { ExpertGrid } from '../../../features/partners/ExpertGrid.tsx'
import { ExpertHeader } from '../../../features/partners/ExpertHeader.tsx'
import { LazyMessageForm, LazyReviewForm } from '../../../features/partners/LazyForms.tsx'
import { Testimonials } from '../../../features/partners/Testimonials.tsx'
import { useEffect } from 'react'
import { paths } from '../../../lib/paths.ts'
import { reportVisit } from '../../../lib/report-visit.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { ActionBar } from '../../../ui/ActionBar.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Prose } from '../../../ui/Prose.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SectionNav } from '../../../ui/SectionNav.tsx'
import { SeeAll } from '../../../ui/SeeAll.tsx'

/** The profile of a partner expert. The ids of its sections are the anchors of their addresses. */
export const ExpertPage = ({ page }: { page: ExpertPageData }) => {
  const { id, name } = page
  useEffect(() => whenIdle(() => reportVisit({ expert_id: id })), [id])
  const sections = [
    ...(page.description ? [{ id: 'description', shortTitle: 'Description' }] : []),
    { id: 'contact', shortTitle: 'Contact' },
    { id: 'testimonials', shortTitle: 'Testimonials', count: page.testimonials.length },
  ]
  return (
    <div className="wrap">
      <Breadcrumbs steps={page.breadcrumbs} />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-14">
        <div className="min-w-0">
          <ExpertHeader page={page} />
          <SectionNav sections={sections} />
          {page.description && (
            <Section id="description" title="Description">
              <Prose html={page.description.html} />
            </Section>
          )}
          <Section id="contact" title="Contact">
            <ExpertContact page={page} />
            <h3 className="mb-3 text-lg font-semibold">Send a message</h3>
            <LazyMessageForm key={id} id={id} name={name} />
          </Section>
          <Section id="testimonials" title="Testimonials">
            <Testimonials testimonials={page.testimonials} name={name} />
            <h3 className="mt-10 mb-3 text-lg font-semibold">Write a review</h3>
            <LazyReviewForm key={id} id={id} name={name} />
          </Section>
        </div>
        <div className="mt-12 lg:mt-6">
          <ExpertAside page={page} />
        </div>
      </div>
      {page.worksWith.length > 0 && (
        <Section id="works-with" title="Works with">
          <CardGrid cards={page.worksWith} list="works-with" layout="row" grows={false} />
        </Section>
      )}
      {page.others.length > 0 && (
        <Section id="other-experts" title="Other experts" more={<SeeAll to={paths.partners()} of="the partner experts" />}>
          <ExpertGrid cards={page.others} list="others" layout="row" grows={false} />
        </Section>
      )}
      <ActionBar>
        <p className="min-w-0 truncate text-sm text-muted">{name}</p>
        <ButtonLink to={{ hash: 'contact' }} size="lg" className="shrink-0">
          Send a message
        </ButtonLink>
      </ActionBar>
    </div>
  )
}
