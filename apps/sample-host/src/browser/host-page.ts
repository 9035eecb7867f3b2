// The server's data for the page, from an element of the document.

export type Conversation = {
  id: string
  name: string
  email: string
  phone: string
  place: string
  topic: string
  status: string | null
  tags: readonly string[]
}

export type HostPage = {
  kind: string
  slug: string | null
  product: {
    name: string
    label: string
    variant: 'agent-app' | 'helpdesk' | 'text'
    marketplace: string
    integrations: string
    applications: string
    reports: string
    campaigns: string | null
    installs: 'livechat' | 'helpdesk'
  } | null
  origins: { own: string; marketplace: string; accounts: string; applications: string }
  conversation?: Conversation | null
}

export type ProductPage = HostPage & { product: NonNullable<HostPage['product']> }

export const readHostPage = (): HostPage => JSON.parse(document.querySelector('#host')?.textContent ?? '{}') as HostPage
