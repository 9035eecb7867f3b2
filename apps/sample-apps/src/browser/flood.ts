import type * as Sdk from '@livechat/agent-app-sdk'
import { button, row, say, show } from './page.ts'

declare const LiveChat: typeof Sdk

const HUGE = 10_000_000
const widget = await LiveChat.createFullscreenWidget()
say('connected')
const to = (message: unknown): void => parent.postMessage(message, '*')
const wire = (rest: object) => ({
  '@@livechat/postmessenger': true,
  owner: 'nobody',
  instance: 0,
  type: 'call',
  request: 1,
  ...rest,
})

show(
  row(
    button('Send ten megabytes', async () => {
      await widget.setToast({ content: 'x'.repeat(HUGE), kind: 'success' })
      say('ten megabytes were answered')
    }),
    button('Send a thousand a second', () => {
      let left = 3_000
      const send = () => {
        for (let count = 0; count < 50; count++) void widget.setToast({ content: `Toast ${left}`, kind: 'loud' as never })
        left -= 50
        if (left > 0) setTimeout(send, 50)
        else say('three thousand were sent')
      }
      send()
    }),
    button('Lead to itself and talk', async () => {
      const plugin = new URLSearchParams(location.search).get('plugin_id') ?? ''
      const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      for (let count = 1; count <= 40; count++) {
        await widget.navigate(`/app/${plugin}?count=${count}`)
        await widget.setToast({ content: `Toast ${count}`, kind: 'success' })
        await rest(50)
      }
      say('forty were said')
    }),
    button('Send nonsense', async () => {
      for (const nonsense of [
        null,
        'plugin_inited',
        [],
        wire({}),
        wire({ data: null }),
        wire({ data: { method: 'valueOf', args: [] } }),
        wire({ type: 'response', data: { error: true } }),
        wire({ type: 'handshake' }),
      ])
        to(nonsense)
      const names = ['no_such_message', '__proto__', 'constructor', 'set_toast', 'redirect', 'customer_details_section', 'track']
      // A host that leaves a message without an answer keeps its application waiting for ever.
      await Promise.all(names.map((name) => widget.sendMessage(name, { content: {}, kind: [], components: 'all' })))
      say('nonsense was answered')
    }),
    button('Say it worked', () => widget.setToast({ content: 'Still here.', kind: 'success' }), true),
  ),
)
