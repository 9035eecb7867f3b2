import type * as Sdk from '@livechat/agent-app-sdk'
import { button, row, say, show, wear } from './page.ts'

declare const LiveChat: typeof Sdk

const widget = await LiveChat.createDetailsWidget()
say('connected')
widget.on('change_theme', ({ theme }) => wear(theme))
widget.on('customer_profile', ({ name, id }) => {
  say(`customer ${name ?? id}`)
  void showInvoices()
})
widget.on('customer_details_section_button_click', ({ buttonId }) => {
  say(`pressed ${buttonId}`)
  void widget.setToast({ content: 'The invoice is paid.', kind: 'success' })
  void showInvoices('paid')
})

const { SectionComponentType } = LiveChat
const showInvoices = (state = 'due on Friday') =>
  widget.modifySection({
    title: 'Invoices',
    components: [
      {
        type: SectionComponentType.Title,
        data: { title: 'Invoice 1042', value: state, imgUrl: `${location.origin}/icon.svg`, imgSize: 'small' as never },
      },
      { type: SectionComponentType.LabelValue, data: { label: 'Total', value: '$64' } },
      { type: SectionComponentType.Line },
      { type: SectionComponentType.Button, data: { label: 'Mark as paid', id: 'paid' } },
      { type: SectionComponentType.Link, data: { url: `${location.origin}/`, value: 'See the invoice' } },
      { type: SectionComponentType.Tags, data: { tags: ['late', 'company'], label: 'Tags' } as never },
    ] as never,
  })

show(
  row(
    button('Show the invoices', () => showInvoices(), true),
    button('Send the invoice', () => widget.putMessage('Here is your invoice: 1042.')),
    button('Fill a section of others', () =>
      widget.modifySection({
        title: 'Somebody else’s',
        components: [{ type: SectionComponentType.LabelValue, data: { label: 'Not', value: 'here' } }] as never,
      }),
    ),
  ),
)
