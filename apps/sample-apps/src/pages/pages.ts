/** A page of a sample application: its script in browser/, and the published SDK that the script uses. */
export type Page = {
  title: string
  script: string
  sdk: 'agent-app' | 'helpdesk' | null
  intro: string
}

const live = { sdk: 'agent-app' } as const
const desk = { sdk: 'helpdesk' } as const
const none = { sdk: null } as const

const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  [
    '/rolodeer/app',
    { ...live, title: 'Rolodeer', script: 'full-screen', intro: 'Everybody you have talked with, and who waits for an answer.' },
  ],
  [
    '/mossgate-invoices/settings',
    { ...live, title: 'Mossgate Invoices', script: 'settings', intro: 'What invoices look like, and whom they come from.' },
  ],
  [
    '/mossgate-invoices/details',
    { ...live, title: 'Mossgate Invoices', script: 'details', intro: 'What the person in the chat has been billed.' },
  ],
  [
    '/folderbird/message-box',
    { ...live, title: 'Folderbird', script: 'message-box', intro: 'Send a file or an answer that you keep there.' },
  ],
  [
    '/northwind-pipeline/app',
    { ...live, title: 'Northwind Pipeline', script: 'shop', intro: 'More reports, whenever you need them.' },
  ],
  [
    '/rotabird/app',
    { ...desk, title: 'Rotabird', script: 'desk-full-screen', intro: 'Who works when, and which tickets wait for them.' },
  ],
  ['/rotabird/settings', { ...live, title: 'Rotabird', script: 'settings', intro: 'How shifts are counted.' }],
  [
    '/knowledge-cards/details',
    { ...desk, title: 'Knowledge Cards', script: 'desk-details', intro: 'What you have written about this before.' },
  ],
  ['/misbehaves/silent', { ...none, title: 'A silent application', script: 'silent', intro: 'It never answers its host.' }],
  ['/misbehaves/late', { ...live, title: 'A late application', script: 'late', intro: 'It answers when others have gone home.' }],
  ['/misbehaves/top', { ...live, title: 'A pushy application', script: 'top', intro: 'It wants the whole window.' }],
  ['/misbehaves/flood', { ...live, title: 'A loud application', script: 'flood', intro: 'It has too much to say.' }],
])

export const pageAt = (path: string): Page | undefined => PAGES.get(path)
export const addresses = (): string[] => [...PAGES.keys()]
