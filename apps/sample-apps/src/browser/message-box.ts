import type * as Sdk from '@livechat/agent-app-sdk'
import { button, element, say, show, wear } from './page.ts'

declare const LiveChat: typeof Sdk

const widget = await LiveChat.createMessageBoxWidget()
say('connected')
widget.on('change_theme', ({ theme }) => wear(theme))
widget.on('customer_profile', ({ name, id }) => say(`customer ${name ?? id}`))

const TEXTS = ['Here is our price list.', 'You can send it back within 30 days.', 'This is how to reset it.']
show(element('div', { className: 'tiles' }, ...TEXTS.map((text) => button(text, () => widget.putMessage(text)))))
