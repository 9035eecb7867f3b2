import type { MessagesToHost } from '@marketplace/contracts/host-messages/messages'

/** The decoded address, subject and body of a mailto link; null if it has no address or cannot be decoded. */
export const readMailto = (href: string): MessagesToHost['mailto'] | null => {
  const url = URL.parse(href)
  if (url?.protocol !== 'mailto:' || url.pathname === '') return null
  // In a mailto link "+" is a plus sign and not a space (RFC 6068).
  const fields = new URLSearchParams(url.search.replaceAll('+', '%2B'))
  const [subject, body] = [fields.get('subject'), fields.get('body')]
  try {
    return { email: decodeURIComponent(url.pathname), ...(subject && { subject }), ...(body && { body }) }
  } catch {
    return null
  }
}
