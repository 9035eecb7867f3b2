import type { ApplicationPage } from '@marketplace/contracts/page-data'

export type AccessLine = { group: string; reads: boolean; writes: boolean }

/** One line for each kind of data, those it may change first. */
export const accessLines = (access: ApplicationPage['access']): AccessLine[] => {
  const lines = new Map<string, AccessLine>()
  for (const { group, mode } of access) {
    const line = lines.get(group) ?? { group, reads: false, writes: false }
    if (mode === 'read') line.reads = true
    else line.writes = true
    lines.set(group, line)
  }
  return [...lines.values()].sort((a, b) => Number(b.writes) - Number(a.writes))
}

/** What it may do with that data, in words. */
export const accessVerb = ({ reads, writes }: AccessLine): string =>
  writes ? (reads ? 'Can see and change' : 'Can change') : 'Can see'

const list = (parts: string[]): string => (parts.length === 2 ? parts.join(' and ') : parts.join(''))

/** "Can change 2 kinds of your data and see 3 more": the short form beside the price. */
export const accessSummary = ({ access, otherScopes }: Pick<ApplicationPage, 'access' | 'otherScopes'>): string => {
  const lines = accessLines(access)
  const writes = lines.filter((line) => line.writes).length
  const reads = lines.length - writes
  if (lines.length === 0)
    return otherScopes.length > 0 ? 'Asks for technical permissions only' : 'Asks for no access to your data'
  const kinds = (count: number) => (count === 1 ? '1 kind of data' : `${count} kinds of data`)
  return `Can ${list([writes > 0 ? `change ${kinds(writes)}` : '', reads > 0 ? `see ${writes > 0 ? `${reads} more` : kinds(reads)}` : ''].filter(Boolean))}`
}
