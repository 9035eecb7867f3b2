import type { ApplicationPage } from '@marketplace/contracts/pages/application'

export type Access = ApplicationPage['access'][number]

/** The words for a kind of access. Write access includes reading. */
export const accessVerb = ({ mode }: Access): string => (mode === 'write' ? 'Can see and change' : 'Can see')

/** Sorts the kinds of data: first those that the application may change. */
export const changesFirst = (access: readonly Access[]): Access[] => [
  ...access.filter(({ mode }) => mode === 'write'),
  ...access.filter(({ mode }) => mode === 'read'),
]

const kinds = (count: number): string => (count === 1 ? '1 kind of data' : `${count} kinds of data`)

/** "Can change 2 kinds of data and see 3 more": the summary beside the price. Null if the developer has not declared any access. */
export const accessSummary = ({
  access,
  otherScopes,
  accessStated,
}: Pick<ApplicationPage, 'access' | 'otherScopes' | 'accessStated'>): string | null => {
  const changed = access.filter(({ mode }) => mode === 'write').length
  const seen = access.length - changed
  if (changed > 0) return `Can change ${kinds(changed)}${seen > 0 ? ` and see ${seen} more` : ''}`
  if (seen > 0) return `Can see ${kinds(seen)}, and change none`
  if (otherScopes.length > 0) return 'Asks for technical permissions only'
  return accessStated ? 'Asks for no access to your data' : null
}
