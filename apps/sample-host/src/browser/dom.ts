type Child = Node | string | null | false
type Attributes = Readonly<Record<string, string | boolean | null>>

/** Creates an element with attributes and children. Strings become text nodes. */
export const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== null && value !== false) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== null && child !== false))
  return element
}

export const button = (label: string, onPress: () => void, look = ''): HTMLButtonElement => {
  const element = make('button', { type: 'button', class: `button ${look}`.trim() }, label)
  element.addEventListener('click', onPress)
  return element
}

/** A web address for a link; null for anything else. */
export const webAddress = (text: string | null): string | null => {
  const url = text === null ? null : URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The element of this name that the server has rendered for the script; null on screens without it. */
export const slot = (name: string): HTMLElement | null => document.querySelector(`[data-slot="${name}"]`)

/** A message shown instead of missing content, with buttons. */
export const note = (title: string, text: string, ...actions: Child[]): HTMLElement =>
  make(
    'div',
    { class: 'empty' },
    make('h2', {}, title),
    make('p', {}, text),
    actions.length > 0 && make('p', { class: 'actions' }, ...actions),
  )

export const skeleton = (): HTMLElement =>
  make(
    'div',
    { class: 'skeleton', role: 'status' },
    make('span', { class: 'unseen' }, 'Loading …'),
    make('i'),
    make('i'),
    make('i'),
  )
