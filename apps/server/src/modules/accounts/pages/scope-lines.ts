import { describeConsent } from '@marketplace/domain/scopes'

export const ACCESS_WORDS = { read: 'Can see', write: 'Can see and change' } as const

/** Says what each scope allows a client to do, in one line. */
export const scopeLines = (scopes: readonly string[]): { what: string; mode: string }[] => {
  const { actions, access, other } = describeConsent(scopes)
  return [
    ...actions.map((what) => ({ what, mode: '' })),
    ...access.map(({ group, mode }) => ({ what: group, mode: ACCESS_WORDS[mode] })),
    ...other.map((what) => ({ what, mode: 'As it is named' })),
  ]
}
