/** Every name of the marketplace and its products stands here and nowhere else. */
export const BRAND = {
  marketplace: 'Marketplace',
  products: {
    livechat: 'Live Chat',
    helpdesk: 'Help Desk',
    chatbot: 'Chatbot',
    knowledgebase: 'Knowledge Base',
  },
} as const
