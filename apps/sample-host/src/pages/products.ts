import { BRAND } from '@marketplace/contracts/core/brand'
import type { IconName } from './icons.ts'

export type ProductName = 'livechat' | 'helpdesk' | 'text'
type Entry = { label: string; path: string; icon: IconName }

/** A product of the sample host, with its own paths and its own variant of the marketplace. */
export type HostProduct = {
  name: ProductName
  label: string
  about: string
  /** The entries of its navigation, besides applications. The product opens at the first entry. */
  entries: readonly Entry[]
  conversations: { path: string; label: string; one: string; details: string }
  /** The path at which the marketplace is embedded, and its variant. */
  marketplace: string
  variant: 'agent-app' | 'helpdesk' | 'text'
  /** The path of the list of installed applications. */
  integrations: string
  /** Full-screen applications are at this path followed by their slug. */
  applications: string
  reports: string
  campaigns: string | null
  /** The product whose installed applications are shown. */
  installs: 'livechat' | 'helpdesk'
  /** Public pages of the marketplace that the front page has links to. */
  publicPages: readonly { label: string; path: string }[]
}

const marketplace = (path: string): Entry => ({ label: 'Marketplace', path, icon: 'grid' })
const integrations = (path: string): Entry => ({ label: 'Integrations', path, icon: 'settings' })

/** Pages of the marketplace that the navigation of each product has links to. */
export const MARKETPLACE_PAGES = [
  { label: 'My apps', path: '/my-apps/' },
  { label: 'Experts', path: '/partners/' },
  { label: 'Cart', path: '/cart/' },
] as const

export const PRODUCTS: readonly HostProduct[] = [
  {
    name: 'livechat',
    label: BRAND.products.livechat,
    about: 'Talk to the visitors of your shop while they are looking around.',
    entries: [
      { label: 'Chats', path: '/chats', icon: 'chat' },
      { label: 'Campaigns', path: '/campaigns', icon: 'campaign' },
      { label: 'Reports', path: '/reports', icon: 'report' },
      marketplace('/apps/marketplace'),
      integrations('/apps/settings'),
    ],
    conversations: { path: '/chats', label: 'Chats', one: 'chat', details: 'Details' },
    marketplace: '/apps/marketplace',
    variant: 'agent-app',
    integrations: '/apps/settings',
    applications: '/apps',
    reports: '/reports',
    campaigns: '/campaigns',
    installs: 'livechat',
    publicPages: [
      { label: 'Apps for Live Chat', path: '/apps/' },
      { label: 'Browse without signing in', path: '/public/apps/' },
    ],
  },
  {
    name: 'helpdesk',
    label: BRAND.products.helpdesk,
    about: 'Every mail is a ticket with one owner, until it is solved.',
    entries: [
      { label: 'Tickets', path: '/tickets', icon: 'ticket' },
      { label: 'Reports', path: '/tickets/reports', icon: 'report' },
      marketplace('/settings/integrations/marketplace'),
      integrations('/settings/integrations/apps'),
    ],
    conversations: { path: '/tickets', label: 'Tickets', one: 'ticket', details: 'Details' },
    marketplace: '/settings/integrations/marketplace',
    variant: 'helpdesk',
    integrations: '/settings/integrations/apps',
    applications: '/app',
    reports: '/tickets/reports',
    campaigns: null,
    installs: 'helpdesk',
    publicPages: [{ label: 'Apps for Help Desk', path: '/helpdesk/apps/' }],
  },
  {
    name: 'text',
    label: 'Text',
    about: 'Conversations by text message, with the people who never read mail.',
    entries: [
      { label: 'Messages', path: '/text/messages', icon: 'phone' },
      { label: 'Reports', path: '/text/reports', icon: 'report' },
      marketplace('/text/marketplace'),
      integrations('/text/integrations'),
    ],
    conversations: { path: '/text/messages', label: 'Messages', one: 'conversation', details: 'Details' },
    marketplace: '/text/marketplace',
    variant: 'text',
    integrations: '/text/integrations',
    applications: '/text/apps',
    reports: '/text/reports',
    campaigns: null,
    installs: 'livechat',
    publicPages: [{ label: 'Apps for Text', path: '/text/apps/' }],
  },
]
