/** The modes of an organization's list: all applications are allowed, only those on the list, or all but those on the list. */
export const LIST_MODES = ['off', 'allow', 'block'] as const
export type ListMode = (typeof LIST_MODES)[number]

/** The rule of an organization's list for one application. */
export type ListRule = {
  allows: boolean
  /** The reason, which is shown to people. */
  reason: string
}

/** The stored list, and whether the application is on it. */
export type ListState = { mode: ListMode; reason: string; listed: boolean }

/** The reason if the owner has given none. */
export const USUAL_REASON = 'Ask your administrator.'

/** The rule of a list for an application. `state` is null for an organization that has never set a list. */
export const listRuleOf = (state: ListState | null): ListRule => ({
  allows: state === null || state.mode === 'off' || (state.mode === 'allow') === state.listed,
  reason: state?.reason || USUAL_REASON,
})
