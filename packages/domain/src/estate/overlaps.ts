import type { Described, ScopeGroup } from '../scopes.ts'

type Access = Pick<Described, 'access'> & { id: string; name: string }
type Named = { id: string; name: string }

/** The applications that may change data, by the group of the data. */
export type Writers = ReadonlyMap<ScopeGroup, readonly Named[]>

export const writersOf = (applications: readonly Access[]): Writers => {
  const writers = new Map<ScopeGroup, Named[]>()
  for (const { id, name, access } of applications)
    for (const { group, mode } of access) {
      if (mode !== 'write') continue
      const known = writers.get(group)
      if (known) known.push({ id, name })
      else writers.set(group, [{ id, name }])
    }
  return writers
}

/** Whether an application may change data that another one may change too. */
export const hasOverlap = ({ access }: Pick<Access, 'access'>, writers: Writers): boolean =>
  access.some(({ group, mode }) => mode === 'write' && (writers.get(group)?.length ?? 0) > 1)

/** The groups of data that an application and others may change, with these others. */
export const overlapsOf = (
  { id, access }: Pick<Access, 'id' | 'access'>,
  writers: Writers,
): { group: ScopeGroup; others: Named[] }[] =>
  access.flatMap(({ group, mode }) => {
    const others = mode === 'write' ? (writers.get(group) ?? []).filter((other) => other.id !== id) : []
    return others.length > 0 ? [{ group, others }] : []
  })
