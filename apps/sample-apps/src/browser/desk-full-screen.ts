import type * as Sdk from '@livechat/helpdesk-sdk'
import { button, element, row, say, show, tile } from './page.ts'

declare const HelpDesk: typeof Sdk

const widget = await HelpDesk.createFullscreenWidget()
say('connected')
show(
  element('div', { className: 'tiles' }, tile('Tickets of this shift', '6'), tile('Without anybody', '1')),
  row(
    button('Show how many wait', () => widget.setNotificationBadge(7), true),
    button('Clear the badge', () => widget.setNotificationBadge(null)),
    button('Count a visit', () => widget.trackEvent('shifts_opened', { tickets: 7 })),
  ),
)
