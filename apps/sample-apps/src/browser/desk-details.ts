import type * as Sdk from '@livechat/helpdesk-sdk'
import { button, row, say, show } from './page.ts'

declare const HelpDesk: typeof Sdk

const widget = await HelpDesk.createDetailsWidget()
say('connected')
const { SectionComponentType } = HelpDesk
let subject = 'no ticket'

const showTicket = (state = 'open') =>
  widget.modifySection({
    title: 'Cards',
    components: [
      { type: SectionComponentType.Title, data: { title: subject, value: state, imgSize: 'big' } },
      { type: SectionComponentType.LabelValue, data: { label: 'Written about', value: '3 times' } },
      { type: SectionComponentType.Line },
      { type: SectionComponentType.Button, data: { label: 'Use this card', id: 'use' } },
      { type: SectionComponentType.Link, data: { url: `${location.origin}/`, value: 'See all cards' } },
    ],
  })
widget.on('ticket_info', (ticket) => {
  subject = ticket.subject
  say(`ticket ${ticket.shortId} ${ticket.subject}`)
  void showTicket()
})
widget.on('customer_details_section_button_click', ({ buttonId }) => {
  say(`pressed ${buttonId}`)
  void showTicket('used')
})
show(row(button('Show the ticket', () => showTicket(), true)))
