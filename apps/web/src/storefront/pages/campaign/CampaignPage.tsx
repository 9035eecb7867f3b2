import type { CampaignPage as CampaignPageData } from '@marketplace/contracts/pages/people'
import { Check } from 'lucide-react'
import { ExpertGrid } from '../../../features/partners/ExpertGrid.tsx'
import { LazyRequestForm } from '../../../features/partners/LazyForms.tsx'
import { paths } from '../../../lib/paths.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Card } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Prose } from '../../../ui/Prose.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SeeAll } from '../../../ui/SeeAll.tsx'
import { TitledPoint } from '../../../ui/TitledPoint.tsx'

const FIRST_SCREENFUL = 4

const Points = ({ points }: Pick<CampaignPageData, 'points'>) => (
  <Card as="section" className="rounded-panel p-6">
    <h2 className="text-lg font-semibold">What you get</h2>
    <ul className="mt-4 space-y-5">
      {points.map((point) => (
        <TitledPoint key={point.title} icon={Check} {...point} />
      ))}
    </ul>
  </Card>
)

/** A page about one kind of help: a description, its advantages, and the experts who offer it. */
export const CampaignPage = ({ page }: { page: CampaignPageData }) => (
  <div className="wrap">
    <Breadcrumbs steps={page.breadcrumbs} />
    <h1 className="mt-4 max-w-4xl text-3xl font-semibold md:mt-6 md:text-4xl">{page.heading}</h1>
    <p className="mt-4 max-w-3xl text-lg text-muted md:text-xl">{page.lead}</p>
    {(page.description || page.points.length > 0) && (
      <div
        className={classNames(
          'mt-8 grid items-start gap-x-14 gap-y-10 md:mt-10',
          page.description && page.points.length > 0 && 'lg:grid-cols-[minmax(0,1fr)_26rem]',
        )}
      >
        {page.description && <Prose html={page.description.html} />}
        {page.points.length > 0 && <Points points={page.points} />}
      </div>
    )}
    {page.experts.length > 0 && (
      <Section id="experts" title="Experts who do this" more={<SeeAll to={paths.partners()} of="the partner experts" />}>
        <ExpertGrid cards={page.experts} list="campaign" layout="row" eager={FIRST_SCREENFUL} />
      </Section>
    )}
    {page.experts.length > 0 && (
      <Section id="request" title="Ask for help">
        <LazyRequestForm key={page.slug} slug={page.slug} heading={page.heading} experts={page.experts} />
      </Section>
    )}
  </div>
)
