// Code that the pages of all sample applications share.

const { dataset } = document.documentElement
/** The origins of this page, the marketplace and its accounts server. */
export const origins = {
  own: dataset.own ?? '',
  marketplace: dataset.marketplace ?? '',
  accounts: dataset.accounts ?? '',
  host: dataset.host ?? '',
}

const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found
}
const MOST_LINES = 12

/** Adds a line to the page's log, for people and for tests. */
export const say = (text: string): void => {
  const line = document.createElement('li')
  line.textContent = text
  const log = byId('log')
  log.append(line)
  while (log.childElementCount > MOST_LINES) log.firstElementChild?.remove()
}

export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = Object.assign(document.createElement(name), fields)
  made.append(...children)
  return made
}

export const show = (...children: Node[]): void => byId('content').replaceChildren(...children)

export const button = (label: string, press: () => unknown, primary = false): HTMLButtonElement =>
  element('button', {
    type: 'button',
    textContent: label,
    className: primary ? 'primary' : '',
    onclick: () => {
      // An error is shown in the log.
      Promise.resolve()
        .then(press)
        .catch((error: unknown) => say(`failed: ${error instanceof Error ? error.message : String(error)}`))
    },
  })

export const row = (...children: Node[]): HTMLElement => element('div', { className: 'row' }, ...children)
export const tile = (label: string, value: string): HTMLElement =>
  element('div', { className: 'card' }, element('span', { textContent: label }), element('strong', { textContent: value }))

/** Applies the host's theme. */
export const wear = (theme: string | null): void => {
  document.documentElement.classList.toggle('dark', theme === 'dark')
}
wear(new URLSearchParams(location.search).get('theme'))
