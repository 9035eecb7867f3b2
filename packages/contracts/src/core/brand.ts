/** The names of the marketplace and its products. No other file contains them, so that a brand is changed in one place. */
export const BRAND = {
  marketplace: 'Marketplace',
  /** The label of the list of all applications in selects of a category. */
  allApps: 'All apps',
  products: {
    livechat: 'Live Chat',
    helpdesk: 'Help Desk',
    chatbot: 'Chatbot',
    knowledgebase: 'Knowledge Base',
  },
  /** A product of the host without applications of its own: its customers use those of Live Chat. */
  text: 'Text',
} as const

/**
 * The seller, as invoices name it. Buyers in the seller's country never get a reverse charge. An invoice must name a VAT id, or otherwise
 * the number under which the seller's tax office knows it.
 */
export const SELLER = {
  name: 'Marketplace, Inc.',
  street: '1 Market Street',
  city: 'Wilmington',
  zip: '19801',
  state: 'DE',
  country: 'US',
  vatId: null as string | null,
  taxNumber: '00-0000000',
  email: 'billing@marketplace.example',
} as const

/**
 * The entries of the product switcher: docs/product/pages.md, Variants. `site` is null for a product that has a marketplace of its own; the
 * switcher then leads there.
 */
export const SISTER_PRODUCTS = [
  { id: 'livechat', description: 'Talk to visitors while they are on your site.', site: null },
  { id: 'helpdesk', description: 'Turn messages into tickets that get solved.', site: null },
  { id: 'chatbot', description: 'Let a bot answer what is asked every day.', site: 'https://chatbot.example/' },
  {
    id: 'knowledgebase',
    description: 'Answers that customers find by themselves.',
    site: 'https://knowledge-base.example/',
  },
] as const satisfies readonly { id: keyof typeof BRAND.products; description: string; site: string | null }[]
