import type { ListingPage as ListingPageData } from '@marketplace/contracts/pages/lists'
import { PackageOpen } from 'lucide-react'
import { CardGrid } from '../../../features/applications/CardGrid.tsx'
import { applicationSorts } from '../../../features/catalogue/application-sorts.ts'
import { CategoryNav } from '../../../features/lists/CategoryNav.tsx'
import { CollectionNav } from '../../../features/catalogue/CollectionNav.tsx'
import { ListLayout } from '../../../features/lists/ListLayout.tsx'
import { SortForm } from '../../../features/lists/SortForm.tsx'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

const FIRST_SCREENFUL = 9
const ALL = { href: paths.apps(), name: 'See all apps' }

const Empty = ({ of, path }: ListingPageData) => (
  <EmptyState
    icon={PackageOpen}
    title="Nothing here yet"
    action={
      path === ALL.href ? (
        <ButtonLink to={paths.home()}>Go to the start page</ButtonLink>
      ) : (
        <ButtonLink to={ALL.href}>{ALL.name}</ButtonLink>
      )
    }
  >
    {of === 'services'
      ? 'Nobody offers a service here at the moment. The apps are one step away.'
      : 'No published app belongs here at the moment. The others are one step away.'}
  </EmptyState>
)

/** A list of applications, or of services. */
export const ListingPage = ({ page }: { page: ListingPageData }) => {
  const { of, path, categories, collections } = page
  return (
    <ListLayout
      page={page}
      noun={of === 'services' ? 'services' : 'apps'}
      all={path === ALL.href ? null : ALL}
      nav={categories.length > 0 && <CategoryNav categories={categories} page={page} />}
      below={collections.length > 0 && <CollectionNav collections={collections} current={path} />}
      sort={<SortForm page={page} options={applicationSorts} />}
      empty={<Empty {...page} />}
    >
      <CardGrid cards={page.cards} list="list" layout="page" heading="h2" eager={FIRST_SCREENFUL} />
    </ListLayout>
  )
}
