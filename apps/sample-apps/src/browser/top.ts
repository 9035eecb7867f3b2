import type * as Sdk from '@livechat/agent-app-sdk'
import { element, say, show } from './page.ts'

declare const LiveChat: typeof Sdk

const STRANGER = 'https://stranger.example/'
const attempt = (what: string, work: () => void): void => {
  try {
    work()
    say(`${what}: nothing was thrown`)
  } catch {
    say(`${what}: refused`)
  }
}
await LiveChat.createFullscreenWidget()
const form = element('form', { action: '/', target: '_top' })
const link = element('a', { href: STRANGER, target: '_top', textContent: 'Take the window' })
show(form, link)
attempt('assigned', () => {
  if (top) top.location.href = STRANGER
})
attempt('opened', () => void open(STRANGER, '_top'))
attempt('sent', () => form.submit())
attempt('followed', () => link.click())
say('tried')
