import { dirname } from 'node:path'

type Imports = ReadonlyMap<string, readonly string[]>

/** An import from one folder into another, with the file that has it. */
type Step = { to: string; by: string }

const folderSteps = (imports: Imports): Map<string, Step[]> => {
  const folders = new Map<string, Step[]>()
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [dirname(path), dirname(target)]
      const steps = folders.get(from) ?? []
      if (from !== to && !steps.some((step) => step.to === to)) folders.set(from, [...steps, { to, by: path }])
    }
  }
  return folders
}

/** The shortest way from a folder back to itself; null if there is none. */
const wayBack = (folders: ReadonlyMap<string, readonly Step[]>, start: string): Step[] | null => {
  const seen = new Set<string>()
  let ways: Step[][] = [[]]
  while (ways.length > 0) {
    const longer: Step[][] = []
    for (const way of ways)
      for (const step of folders.get(way.at(-1)?.to ?? start) ?? []) {
        if (step.to === start) return [...way, step]
        if (seen.has(step.to)) continue
        seen.add(step.to)
        longer.push([...way, step])
      }
    ways = longer
  }
  return null
}

/**
 * Folders that import each other, directly or through others: one line for the shortest cycle through each. Tests, apps/server/test and e2e
 * are not checked, because check.ts passes only source files.
 */
export const findFolderCycles = (imports: Imports): string[] => {
  const folders = folderSteps(imports)
  const reported = new Set<string>()
  return [...folders.keys()].toSorted().flatMap((folder) => {
    if (reported.has(folder)) return []
    const way = wayBack(folders, folder)
    for (const { to } of way ?? []) reported.add(to)
    return way ? [`folders import each other: ${[folder, ...way.map(({ to, by }) => `${to} (by ${by})`)].join(' → ')}`] : []
  })
}
