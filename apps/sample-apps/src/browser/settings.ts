import type * as Sdk from '@livechat/agent-app-sdk'
import { button, element, row, say, show, wear } from './page.ts'

declare const LiveChat: typeof Sdk

const widget = await LiveChat.createSettingsWidget()
say('connected')
widget.on('change_theme', ({ theme }) => wear(theme))
widget.on('page_data', ({ queryParams }) => say(`page data ${JSON.stringify(queryParams)}`))

const name = element('input', { value: 'Accounts', maxLength: 60 })
show(
  element('div', { className: 'card' }, element('label', {}, 'Sender of the invoices', name)),
  row(
    button('Save', () => widget.setToast({ content: `${name.value} was saved.`, kind: 'success' }), true),
    button('Open the guide', () => widget.redirect(`${location.origin}/`)),
  ),
)
