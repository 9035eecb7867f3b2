import { expect, test } from 'vitest'
import { resolve } from './routes.ts'

const shown = (path: string): string => {
  const screen = resolve(path)
  if ('to' in screen) return `→ ${screen.to}`
  const product = 'product' in screen ? ` of ${screen.product.name}` : ''
  const slug = 'slug' in screen && screen.slug !== null ? ` ${screen.slug}` : ''
  const open = screen.kind === 'conversations' && screen.open ? ` ${screen.open.id}` : ''
  return `${screen.kind}${product}${slug}${open}`
}

test.each([
  ['/', 'home'],
  ['/chats', 'conversations of livechat'],
  ['/chats/', '→ /chats'],
  ['/chats/mara-lindqvist', 'conversations of livechat mara-lindqvist'],
  ['/tickets/T-2041', 'conversations of helpdesk T-2041'],
  ['/text/messages', 'conversations of text'],
  ['/text', '→ /text/messages'],
  ['/reports', 'reports of livechat'],
  ['/reports/warmspots', 'reports of livechat warmspots'],
  ['/tickets/reports/sla-candle', 'reports of helpdesk sla-candle'],
  ['/campaigns', 'campaigns of livechat'],
  ['/apps/settings', 'integrations of livechat'],
  ['/apps/settings/quiet-hours', 'integrations of livechat quiet-hours'],
  ['/settings/integrations/apps', 'integrations of helpdesk'],
  ['/app/sla-candle', 'application of helpdesk sla-candle'],
  ['/apps/octavo-bots', 'application of livechat octavo-bots'],
  ['/text/apps/octavo-bots', 'application of text octavo-bots'],
  ['/apps', '→ /apps/marketplace'],
  ['/apps/marketplace', 'marketplace of livechat'],
  ['/apps/marketplace/', 'marketplace of livechat'],
  ['/apps/marketplace/apps/octavo-bots/', 'marketplace of livechat'],
  ['/apps/marketplaces', 'application of livechat marketplaces'],
  ['/settings/integrations/marketplace/apps', 'marketplace of helpdesk'],
  ['/text/marketplace/cart', 'marketplace of text'],
  ['/terms/livechat', 'terms'],
  ['/terms/chatbot', 'terms'],
  ['/terms/text', 'terms'],
  ['/subscription/livechat', 'subscription'],
  ['/subscription/helpdesk/', '→ /subscription/helpdesk'],
  ['/subscription/text', 'subscription'],
])('%s is %s', (path, what) => expect(shown(path)).toBe(what))

test.each([
  '',
  '//',
  '//elsewhere.example/',
  'http://elsewhere.example/chats',
  '/chats/../tickets',
  '/chats/nobody',
  '/chats/__proto__',
  '/terms/__proto__',
  '/terms',
  '/subscription/__proto__',
  '/subscription/chatbot',
  '/apps/..',
  '/apps/%2e%2e',
  '/apps/<b>',
  '/apps/settings/a/b',
  '/app/a b',
  `/app/${'a'.repeat(101)}`,
  '/team/elsewhere',
])('%s is nothing', (path) => expect(shown(path)).toBe('missing'))
