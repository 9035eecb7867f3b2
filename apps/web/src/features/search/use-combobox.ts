import { useEffect, useEffectEvent, useLayoutEffect } from 'react'

type Events = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

/** Adds event listeners to an element that another component renders. */
export const useEvents = (element: HTMLElement | null, events: Events): void => {
  const handle = useEffectEvent((event: Event) => {
    const handler = events[event.type as keyof HTMLElementEventMap] as ((event: Event) => void) | undefined
    handler?.(event)
  })
  const names = Object.keys(events).join(' ')
  // A layout effect, because an event between the first rendering and a later effect would be lost.
  useLayoutEffect(() => {
    if (!element) return
    for (const name of names.split(' ')) element.addEventListener(name, handle)
    return () => {
      for (const name of names.split(' ')) element.removeEventListener(name, handle)
    }
  }, [element, names])
}

/** The ARIA attributes of the field (the combobox pattern of WAI-ARIA). `listId` is null while there is no list. */
export const useComboboxAttributes = (input: HTMLInputElement, listId: string | null, activeId: string | null): void => {
  useEffect(() => {
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-haspopup', 'listbox')
  }, [input])
  useEffect(() => {
    input.setAttribute('aria-expanded', String(listId !== null))
    const set = (name: string, value: string | null) =>
      value === null ? input.removeAttribute(name) : input.setAttribute(name, value)
    set('aria-controls', listId)
    set('aria-activedescendant', activeId)
  }, [input, listId, activeId])
}

/** Puts a text into the field without an input event. */
export const putText = (input: HTMLInputElement, text: string): void => {
  input.value = text
}
