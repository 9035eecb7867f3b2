import type { PageKind, PageResult } from '@marketplace/contracts/pages/page-data'
import type { SiteData } from '@marketplace/contracts/pages/site-data'
import type { ComponentType } from 'react'
import { NotFoundPage } from '../../shell/NotFoundPage.tsx'
import { ServerErrorPage } from '../pages/errors/ServerErrorPage.tsx'

type PageComponent<Kind extends PageKind> = ComponentType<{ page: Extract<PageResult, { kind: Kind }>; site: SiteData }>
type AnyPageComponent = ComponentType<{ page: PageResult; site: SiteData }>

type PageModules = { [Kind in PageKind]?: { file: string; load: () => Promise<PageComponent<Kind>> } }

/** A chunk for each kind of page. `file` is the chunk's name in the client's manifest. The error pages are part of the entry. */
const modules: PageModules = {
  home: {
    file: 'src/storefront/pages/home/HomePage.tsx',
    load: async () => (await import('../pages/home/HomePage.tsx')).HomePage,
  },
  listing: {
    file: 'src/storefront/pages/listing/ListingPage.tsx',
    load: async () => (await import('../pages/listing/ListingPage.tsx')).ListingPage,
  },
  search: {
    file: 'src/storefront/pages/search/SearchPage.tsx',
    load: async () => (await import('../pages/search/SearchPage.tsx')).SearchPage,
  },
  'coming-soon': {
    file: 'src/storefront/pages/coming-soon/ComingSoonPage.tsx',
    load: async () => (await import('../pages/coming-soon/ComingSoonPage.tsx')).ComingSoonPage,
  },
  developers: {
    file: 'src/storefront/pages/developers/DevelopersPage.tsx',
    load: async () => (await import('../pages/developers/DevelopersPage.tsx')).DevelopersPage,
  },
  developer: {
    file: 'src/storefront/pages/developer/DeveloperPage.tsx',
    load: async () => (await import('../pages/developer/DeveloperPage.tsx')).DeveloperPage,
  },
  experts: {
    file: 'src/storefront/pages/experts/ExpertsPage.tsx',
    load: async () => (await import('../pages/experts/ExpertsPage.tsx')).ExpertsPage,
  },
  expert: {
    file: 'src/storefront/pages/expert/ExpertPage.tsx',
    load: async () => (await import('../pages/expert/ExpertPage.tsx')).ExpertPage,
  },
  campaign: {
    file: 'src/storefront/pages/campaign/CampaignPage.tsx',
    load: async () => (await import('../pages/campaign/CampaignPage.tsx')).CampaignPage,
  },
  application: {
    file: 'src/storefront/pages/application/ApplicationPage.tsx',
    load: async () => (await import('../pages/application/ApplicationPage.tsx')).ApplicationPage,
  },
  'sign-in': {
    file: 'src/storefront/pages/sign-in/SignInPage.tsx',
    load: async () => (await import('../pages/sign-in/SignInPage.tsx')).SignInPage,
  },
}

const loaded = new Map<PageKind, AnyPageComponent>([
  ['not-found', NotFoundPage as AnyPageComponent],
  ['server-error', ServerErrorPage as AnyPageComponent],
])

/** Loads the page's code, so that the next render has it. Rejects if the chunk cannot be loaded. */
export const loadPageComponent = async (kind: PageKind): Promise<void> => {
  if (loaded.has(kind)) return
  const module = modules[kind]
  if (module) loaded.set(kind, (await module.load()) as AnyPageComponent)
}

export const pageComponent = (kind: PageKind): AnyPageComponent => loaded.get(kind) ?? (ServerErrorPage as AnyPageComponent)

/** For each kind of page, its entry in dist/client/.vite/manifest.json. */
export const PAGE_MODULES: Partial<Record<PageKind, string>> = Object.fromEntries(
  Object.entries(modules).map(([kind, module]) => [kind, module.file]),
)
