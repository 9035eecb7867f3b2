import { store } from '../../lib/storage.ts'

/** The storage key that holds "true" while the column beside lists is hidden. */
export const COLLAPSE_KEY = 'apps-integrations-collapse'
/** The class of the document that says so; set before the first paint, so that nothing moves. */
export const COLLAPSED_CLASS = 'filters-collapsed'

export const toggleColumn = (): void => {
  const collapsed = document.documentElement.classList.toggle(COLLAPSED_CLASS)
  store('localStorage', COLLAPSE_KEY, collapsed ? 'true' : null)
}
