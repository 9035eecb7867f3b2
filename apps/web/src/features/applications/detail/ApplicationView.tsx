import type { ApplicationPage } from '@marketplace/contracts/pages/application'
import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { CardGrid } from '../CardGrid.tsx'
import { ActionPanel, ApplicationActionBar } from './ActionPanel.tsx'
import { ApplicationHeader } from './ApplicationHeader.tsx'
import { Plans } from './Plans.tsx'
import { Restrictions } from './Restrictions.tsx'
import { Screenshots } from './Screenshots.tsx'
import { sectionsOf, type SectionId } from './sections.ts'
import { Support } from './Support.tsx'
import { Terms } from './Terms.tsx'
import { TitledList } from './TitledList.tsx'
import { uniqueBy } from '../../../lib/unique-by.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Foldable } from '../../../ui/Foldable.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Prose } from '../../../ui/Prose.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SectionNav } from '../../../ui/SectionNav.tsx'
import { SeeAll } from '../../../ui/SeeAll.tsx'

/** HTML longer than this (characters) probably reaches below the fold. */
const LONG_HTML = 2200

const LongText = ({ html, what }: { html: string; what: string }) => (
  <Foldable probablyLong={html.length > LONG_HTML} what={what}>
    <Prose html={html} />
  </Foldable>
)

const Maintenance = () => (
  <div role="note" className="mt-6 flex gap-3 rounded-card bg-warning-soft px-5 py-4 text-sm text-warning">
    <Icon as={Wrench} size={18} className="mt-px shrink-0" />
    <p>
      <strong className="font-semibold">Under maintenance.</strong> The developer is working on it, and it cannot be installed for
      now. Where it is installed already, it stays.
    </p>
  </div>
)

const Content = ({ id, page, reviews }: { id: SectionId; page: ApplicationPage; reviews: ReactNode }) => {
  switch (id) {
    case 'upgrades':
      return <Plans page={page} />
    case 'description':
      return page.description && <LongText html={page.description.html} what="description" />
    case 'features':
      return (
        <>
          {page.features.length > 0 && <TitledList list={page.features} what="features" />}
          {page.triggers.length > 0 && (
            <>
              <h3 className={`mb-4 text-base font-semibold ${page.features.length > 0 ? 'mt-8' : ''}`}>What it can react to</h3>
              <TitledList list={page.triggers} what="triggers" kind="trigger" />
            </>
          )}
        </>
      )
    case 'benefits':
      return <TitledList list={page.benefits} what="benefits" />
    case 'support':
      return <Support page={page} />
    case 'app-terms':
      return <Terms page={page} />
    case 'reviews':
      return reviews
    case 'changelog':
      return page.changelog && <LongText html={page.changelog.html} what="changelog" />
    case 'more-by-developer':
      return <CardGrid cards={page.moreByDeveloper} list="more" layout="row" grows={false} />
  }
}

const allByDeveloper = ({ developer }: ApplicationPage) =>
  developer?.href && <SeeAll to={developer.href} of={`what ${developer.name} makes`} />

/** The install actions for the current visitor, made by features/installs. */
export type InstallParts = {
  button: (className: string) => ReactNode
  note: ReactNode
  installed: ReactNode
  isInstalled: boolean
  dialogs: ReactNode
}

/** The ways to buy for the current visitor, made by features/cart; null if the application cannot be bought. */
export type BuyParts = { box: ReactNode; button: (className: string) => ReactNode } | null

/** `reviews` is the section of reviews, made by features/ratings. */
type Props = { page: ApplicationPage; install: InstallParts; buy: BuyParts; reviews: ReactNode }

/** The page of an application or a service: summary, price and action, followed by the sections. */
export const ApplicationView = ({ page, install, buy, reviews }: Props) => {
  const sections = sectionsOf(page)
  const render = (shown: typeof sections) =>
    shown.map(({ id, title }) => (
      <Section key={id} id={id} title={title} more={id === 'more-by-developer' && allByDeveloper(page)}>
        <Content id={id} page={page} reviews={reviews} />
      </Section>
    ))
  return (
    <div className="wrap">
      <Breadcrumbs steps={page.breadcrumbs} />
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:gap-x-14">
        <div className="min-w-0">
          <ApplicationHeader page={page} />
          {page.underMaintenance && <Maintenance />}
          {page.shortDescription && <p className="mt-6 max-w-3xl text-lg">{page.shortDescription}</p>}
          <Restrictions sentences={page.restrictions} className="mt-5 lg:hidden" />
          {page.screenshots.length > 0 && (
            <Screenshots screenshots={uniqueBy(page.screenshots, ({ large }) => large.src)} name={page.name} />
          )}
        </div>
        <div className="mt-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-6">
          <ActionPanel
            page={page}
            install={{ button: install.button('w-full'), note: install.note, installed: install.installed }}
            buy={buy?.box}
          />
        </div>
        <div className="min-w-0">
          <SectionNav sections={sections} />
          {render(sections.filter(({ id }) => id !== 'more-by-developer'))}
        </div>
      </div>
      {render(sections.filter(({ id }) => id === 'more-by-developer'))}
      <ApplicationActionBar
        page={page}
        installed={install.isInstalled}
        button={install.button('shrink-0 px-5') || buy?.button('shrink-0 px-5') || null}
      />
      {install.dialogs}
    </div>
  )
}
