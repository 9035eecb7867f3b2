/** Every name of the marketplace and its products stands here and nowhere else. */
export const BRAND = {
  marketplace: 'Marketplace',
  /** What the list of all applications is called, wherever one chooses between it and a category. */
  allApps: 'All apps',
  products: {
    livechat: 'Live Chat',
    helpdesk: 'Help Desk',
    chatbot: 'Chatbot',
    knowledgebase: 'Knowledge Base',
  },
} as const

/**
 * What the product switcher says of each product (specification, section 1). A product with a marketplace of its own leads to it; the
 * others have their own site.
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
