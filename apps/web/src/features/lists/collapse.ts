import { store } from '../../lib/storage.ts'

/** Local storage key: "true" while the column beside lists is hidden. */
export const COLLAPSE_KEY = 'apps-integrations-collapse'
/** The document's class while the column is hidden. It is set before the first paint, so that nothing moves. */
export const COLLAPSED_CLASS = 'filters-collapsed'

export const toggleColumn = (): void => {
  const collapsed = document.documentElement.classList.toggle(COLLAPSED_CLASS)
  store('localStorage', COLLAPSE_KEY, collapsed ? 'true' : null)
}
