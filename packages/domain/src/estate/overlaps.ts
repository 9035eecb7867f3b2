import type { Described, ScopeGroup } from '../scopes.ts'

type Access = Pick<Described, 'access'> & { id: string; name: string }
type Named = { id: string; name: string }

/** Which applications may change something, by the group of what they may change. */
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

/** Whether one of these applications may change what another one may change too. It looks at no other application. */
export const hasOverlap = ({ access }: Pick<Access, 'access'>, writers: Writers): boolean =>
  access.some(({ group, mode }) => mode === 'write' && (writers.get(group)?.length ?? 0) > 1)

/** What an application may change that others may change too, with those others. */
export const overlapsOf = (
  { id, access }: Pick<Access, 'id' | 'access'>,
  writers: Writers,
): { group: ScopeGroup; others: Named[] }[] =>
  access.flatMap(({ group, mode }) => {
    const others = mode === 'write' ? (writers.get(group) ?? []).filter((other) => other.id !== id) : []
    return others.length > 0 ? [{ group, others }] : []
  })
