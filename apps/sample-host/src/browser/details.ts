// The applications beside a chat, a ticket or a conversation.
import { readSection, type Section, type SectionComponent } from '@marketplace/app-frame/sections'
import { button, make, slot, webAddress } from './dom.ts'
import type { ProductPage } from './host-page.ts'
import { at, type HostApp } from './installed.ts'
import { putMessage } from './message-box.ts'
import { place, type Placed } from './placement.ts'
import { appIcon } from './rail.ts'
import { tellConversation } from './tell-conversation.ts'

const linkTo = (address: string | null, text: string): HTMLElement => {
  const href = webAddress(address)
  return href ? make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text) : make('span', {}, text)
}

const drawn = (component: SectionComponent, press: (id: string) => void): HTMLElement => {
  switch (component.type) {
    case 'button':
      return button(component.label, () => press(component.id), component.primary ? 'primary small' : 'small')
    case 'label_value': {
      const { label, value, url } = component
      return make('div', { class: 'fact' }, make('span', {}, label ?? ''), linkTo(url, value ?? ''))
    }
    case 'title': {
      const { title, value, description, url, size } = component
      const head = make(size === 'big' ? 'h4' : 'h5', {}, linkTo(url, title))
      return make('div', {}, head, value && make('p', {}, value), description && make('p', {}, description))
    }
    case 'link':
      return make('p', {}, linkTo(component.url, component.text ?? component.url))
    case 'line':
      return make('hr')
    case 'tags':
      return make('p', { class: 'tags' }, ...component.tags.map((tag) => make('span', { class: 'tag' }, tag)))
  }
}

const draw = ({ title, components }: Section, press: (id: string) => void): HTMLElement[] =>
  components.length === 0 ? [] : [make('h4', {}, title), ...components.map((component) => drawn(component, press))]

const MOST_SECTIONS = 10

/**
 * The sections that a placement shows at first, as its developer has configured them. They may be empty until the application fills them.
 */
const openingSections = (initialState: string | null): Section[] => {
  try {
    const { sections } = JSON.parse(initialState ?? '{}') as { sections?: unknown }
    return (Array.isArray(sections) ? sections.slice(0, MOST_SECTIONS) : []).flatMap((each: unknown) => {
      const title = (each as { title?: unknown } | null)?.title
      return typeof title === 'string' ? (readSection(each, [title]) ?? { title, components: [] }) : []
    })
  } catch {
    // The configured state is invalid JSON, or was written for another placement.
    return []
  }
}

type Shown = { element: HTMLDetailsElement; close: () => void }
const shown = new Map<string, Shown>()

const show = (app: HostApp, page: ProductPage, isFirst: boolean): Shown | null => {
  const widget = app.widgets.find(({ placement }) => placement === 'plugin')
  if (!widget) return null
  const sections = openingSections(widget.initialState)
  const filled = new Map<string, HTMLElement>()
  let placed: Placed | null = null
  const press = (buttonId: string) => placed?.frame?.send('customer_details_section_button_click', { buttonId })
  const fill = (section: Section) => filled.get(section.title)?.replaceChildren(...draw(section, press))
  const body = make('div', { class: 'app-section-body' })
  for (const section of sections) {
    const element = make('div', { class: 'app-section-part' })
    filled.set(section.title, element)
    fill(section)
    body.append(element)
  }
  const element = make(
    'details',
    { class: 'section app-section' },
    make('summary', {}, appIcon(app, page), make('span', {}, app.name)),
    body,
  )
  element.addEventListener('toggle', () => {
    if (!element.open || placed) return
    placed = place({
      app,
      widget,
      page,
      sections: [...filled.keys()],
      onMessage: (message) => {
        if (message.kind === 'section') fill(message.section)
        if (message.kind === 'put-message') putMessage(message.text)
      },
    })
    body.append(placed.element)
    tellConversation(placed.frame, page)
  })
  element.open = isFirst
  return {
    element,
    close: () => {
      placed?.close()
      element.remove()
    },
  }
}

/** Updates the list: adds and removes frames as necessary, and keeps the others open. */
export const showDetails = (apps: readonly HostApp[], page: ProductPage): void => {
  const element = slot('details')
  if (!element || !page.conversation) return
  const wanted = at(apps, 'plugin')
  for (const [id, each] of shown) {
    if (wanted.some((app) => app.id === id)) continue
    each.close()
    shown.delete(id)
  }
  for (const app of wanted) {
    const added = shown.has(app.id) ? null : show(app, page, shown.size === 0)
    if (!added) continue
    shown.set(app.id, added)
    element.append(added.element)
  }
}
