import {
  Bot,
  ChartColumn,
  Contact,
  Folder,
  Layers,
  Magnet,
  Mail,
  MonitorUp,
  PanelsTopLeft,
  Receipt,
  Share2,
  ShoppingBag,
  Tickets,
  Users,
  type LucideIcon,
} from 'lucide-react'

const icons: ReadonlyMap<string, LucideIcon> = new Map([
  ['cms', PanelsTopLeft],
  ['e-commerce', ShoppingBag],
  ['email-marketing', Mail],
  ['crm', Users],
  ['helpdesk', Tickets],
  ['files-sharing', Folder],
  ['social-media', Share2],
  ['invoicing', Receipt],
  ['contact-management', Contact],
  ['analytics', ChartColumn],
  ['desktop-sharing', MonitorUp],
  ['chatbots', Bot],
  ['lead-generation', Magnet],
])

/** The icon of a category. Categories that were added by an import share one icon. */
export const categoryIcon = (slug: string): LucideIcon => icons.get(slug) ?? Layers
