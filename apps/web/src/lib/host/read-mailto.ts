import type { MessagesToHost } from '@marketplace/contracts/host-messages/messages'

/** What a link to an e-mail address says, decoded; null for a link that names nobody or cannot be decoded. */
export const readMailto = (href: string): MessagesToHost['mailto'] | null => {
  const url = URL.parse(href)
  if (url?.protocol !== 'mailto:' || url.pathname === '') return null
  // In a mail's address "+" is itself, and no space (RFC 6068).
  const fields = new URLSearchParams(url.search.replaceAll('+', '%2B'))
  const [subject, body] = [fields.get('subject'), fields.get('body')]
  try {
    return { email: decodeURIComponent(url.pathname), ...(subject && { subject }), ...(body && { body }) }
  } catch {
    return null
  }
}
