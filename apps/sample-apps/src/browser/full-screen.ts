import type * as Sdk from '@livechat/agent-app-sdk'
import { button, element, row, say, show, tile, wear } from './page.ts'

declare const LiveChat: typeof Sdk

const widget = await LiveChat.createFullscreenWidget()
say('connected')
widget.on('change_theme', ({ theme }) => {
  wear(theme)
  say(`theme ${theme}`)
})
widget.on('page_data', ({ queryParams }) => say(`page data ${JSON.stringify(queryParams)}`))
const plugin = new URLSearchParams(location.search).get('plugin_id') ?? 'none'
say(`plugin ${plugin}`)

let waiting = 3
show(
  element(
    'div',
    { className: 'tiles' },
    tile('Waiting now', '3'),
    tile('Longest wait', '4 min'),
    tile('Contacts', '128'),
    tile('Satisfied', '96 %'),
  ),
  row(
    button('Show how many wait', () => widget.setNotificationBadge(waiting++), true),
    button('Clear the badge', () => widget.setNotificationBadge(null)),
    button('Say it worked', () => widget.setToast({ content: 'The contact was saved.', kind: 'success' })),
    button('Say it failed', () => widget.setToast({ content: 'The contact was not saved.', kind: 'error' })),
    button('Go to Chats', () => widget.navigate('/chats')),
    button('Show the team', () => widget.navigate(`/app/${plugin}?view=team`)),
    button('Reports of today', () =>
      widget.setReportsFilters({
        agents: ['Olivia Acker', 'Victor Marsh'],
        tags: ['refund'],
        from: new Date('2026-01-05T00:00:00Z'),
      }),
    ),
    button('Count a visit', () => widget.trackEvent('contacts_opened', { contacts: 128 })),
    button('Go to my website', () => widget.sendMessage('redirect', `${location.origin}/`)),
    button('Go to a stranger', () => widget.sendMessage('redirect', 'https://stranger.example/')),
    button('Go nowhere', async () => {
      for (const path of ['//stranger.example', 'https://stranger.example', 'javascript:alert(1)', '/../operator', '..'])
        await widget.navigate(path)
      say('nowhere')
    }),
  ),
)
