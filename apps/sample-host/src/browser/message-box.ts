// Applications that help to write messages: a menu in the message box, and the chosen application above it.
import { button, make, slot } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import { at, type HostApp } from './installed.ts'
import { place, type Placed } from './placement.ts'
import { appIcon } from './rail.ts'
import { tellConversation } from './tell-conversation.ts'

let opened: { app: HostApp; placed: Placed } | null = null

const field = () => document.querySelector<HTMLTextAreaElement>('[data-composer] textarea')

/** Adds an application's text to the message. */
export const putMessage = (text: string): void => {
  const element = field()
  if (!element) return
  const before = element.value.trimEnd()
  element.value = before === '' ? text : `${before}\n${text}`
  element.focus()
}

const close = (): void => {
  opened?.placed.close()
  opened = null
  slot('message-box')?.replaceChildren()
  picker()?.setAttribute('aria-expanded', 'false')
}

const picker = () => document.querySelector<HTMLButtonElement>('[data-picker]')

const openApp = (app: HostApp, page: ProductPage): void => {
  const widget = app.widgets.find(({ placement }) => placement === 'messagebox')
  const element = slot('message-box')
  if (!widget || !element) return
  close()
  const placed = place({
    app,
    widget,
    page,
    onMessage: (message) => {
      if (message.kind === 'put-message') putMessage(message.text)
    },
  })
  opened = { app, placed }
  const head = make('header', {}, appIcon(app, page), make('strong', {}, app.name), button('Close', close, 'quiet small'))
  element.replaceChildren(make('section', { class: 'message-app', 'aria-label': app.name }, head, placed.element))
  tellConversation(placed.frame, page)
}

const openPicker = (apps: readonly HostApp[], page: ProductPage): void => {
  close()
  const items = apps.map((app) => {
    const item = make('button', { type: 'button', class: 'pick' }, appIcon(app, page), make('span', {}, app.name))
    item.addEventListener('click', () => openApp(app, page))
    return make('li', {}, item)
  })
  slot('message-box')?.replaceChildren(
    make('ul', { class: 'picks card', 'aria-label': 'Applications for this message' }, ...items),
  )
  picker()?.setAttribute('aria-expanded', 'true')
  slot('message-box')?.querySelector('button')?.focus()
}

let found: readonly HostApp[] = []

export const showMessageBox = (apps: readonly HostApp[]): void => {
  found = at(apps, 'messagebox')
  picker()?.toggleAttribute('hidden', found.length === 0)
  if (opened && !found.some(({ id }) => id === opened?.app.id)) close()
}

/** Starts the message box. Messages are added to the thread and not sent, since this is a sample. */
export const startComposer = (page: ProductPage): void => {
  const control = picker()
  control?.addEventListener('click', () => (control.getAttribute('aria-expanded') === 'true' ? close() : openPicker(found, page)))
  const form = document.querySelector<HTMLFormElement>('[data-composer]')
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = field()?.value.trim()
    const list = document.querySelector('.messages')
    if (!text || !list) return
    const by = make('p', { class: 'message-by' }, 'You ', make('time', {}, 'now'))
    list.append(make('li', { class: 'message agent' }, by, make('p', { class: 'bubble' }, text)))
    form.reset()
    list.scrollTop = list.scrollHeight
  })
  const list = document.querySelector('.messages')
  // Keeps the last message visible when applications take some of the space.
  if (list) new ResizeObserver(() => (list.scrollTop = list.scrollHeight)).observe(list)
}
