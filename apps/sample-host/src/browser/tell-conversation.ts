import type { AppFrame } from '@marketplace/app-frame/open-app-frame'
import type { Conversation, ProductPage } from './host-page.ts'

/** Sends an application the customer and the subject of the open conversation, in the format of the published SDKs. */
export const tellConversation = (frame: AppFrame | null, page: ProductPage): void => {
  const about = page.conversation
  if (!about || !frame) return
  if (page.product.installs === 'helpdesk') frame.send('ticket_info', ticketOf(about))
  else frame.send('customer_profile', profileOf(about))
}
const ticketOf = ({ id, topic, status, name, email, tags }: Conversation) => ({
  id,
  shortId: id,
  subject: topic,
  status: (status ?? 'Open').toLowerCase(),
  requester: { name, email },
  tagIds: tags,
  teamIds: [],
  assignment: null,
  customFields: {},
})
const profileOf = ({ id, name, email, place: city }: Conversation) => ({
  id,
  name,
  email: email || undefined,
  source: 'chats',
  chat: { id, chat_id: id },
  geolocation: { city },
})
