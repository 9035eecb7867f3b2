/** The field into which the person has typed since the last navigation. A page that loads leaves its text and its focus alone. */
let typedInto: EventTarget | null = null

export const isTypedInto = (element: Element | null): boolean => element !== null && element === typedInto

/** Starts to watch typing, from the first rendering on. Returns a function that stops it. */
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
