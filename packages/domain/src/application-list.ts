/** Which applications an organization may install and buy: all, only those on its list, or all but those on it. */
export const LIST_MODES = ['off', 'allow', 'block'] as const
export type ListMode = (typeof LIST_MODES)[number]

/** What an organization's list says about one application. */
export type ListRule = {
  allows: boolean
  /** The reason that people are told. */
  reason: string
}

/** The stored list, and whether the application is on it. */
export type ListState = { mode: ListMode; reason: string; listed: boolean }

/** What people are told if the owner has given no reason. */
export const USUAL_REASON = 'Ask your administrator.'

/** What a list says about an application; `state` is null for an organization that has never set a list. */
export const listRuleOf = (state: ListState | null): ListRule => ({
  allows: state === null || state.mode === 'off' || (state.mode === 'allow') === state.listed,
  reason: state?.reason || USUAL_REASON,
})
