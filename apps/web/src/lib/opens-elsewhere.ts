import type { MouseEvent } from 'react'

/** Whether a click on a link opens another tab or window, so that the page must leave it to the browser. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
