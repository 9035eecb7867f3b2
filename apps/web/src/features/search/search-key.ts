type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'>

/** Whether a key opens the search: Ctrl or Cmd with K anywhere, "/" unless the person is writing. */
export const opensSearch = (event: Key, writing: boolean): boolean => {
  if (event.isComposing || event.defaultPrevented || event.altKey) return false
  const { key, ctrlKey, metaKey, shiftKey } = event
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  // On some keyboards the slash needs Shift.
  return key === '/' && !writing
}
