/** What has been typed into since the last step that leads somewhere: a page that comes up takes neither its text nor its focus. */
let typedInto: EventTarget | null = null

export const isTypedInto = (element: Element | null): boolean => element !== null && element === typedInto

/** Follows what is typed, from the first rendering on; answers with how to stop. */
export const followTyping = (): (() => void) => {
  const type = (event: Event) => {
    typedInto = event.target
  }
  const leave = () => {
    typedInto = null
  }
  document.addEventListener('input', type, true)
  for (const name of LEAVING) window.addEventListener(name, leave, true)
  return () => {
    document.removeEventListener('input', type, true)
    for (const name of LEAVING) window.removeEventListener(name, leave, true)
  }
}

const LEAVING = ['submit', 'click', 'popstate']
