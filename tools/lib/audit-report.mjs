// Reads the output of `npm audit --json`. The exit code is not used, because it is 1 both for a weakness and for a registry that did not
// answer.

/** Severities at which `npm run audit` fails. How long a weakness of each may wait is in docs/SECURITY.md. */
const SERIOUS = new Set(['high', 'critical'])

/**
 * The serious weaknesses that a report of npm names, one line for each package; null if the registry did not answer, or does not know
 * which packages have weaknesses.
 */
export const seriousWeaknesses = (report) => {
  let read
  try {
    read = JSON.parse(report)
  } catch {
    return null
  }
  const found = read?.vulnerabilities
  if (typeof found !== 'object' || found === null) return null
  return Object.values(found)
    .filter(({ severity }) => SERIOUS.has(severity))
    .map(({ name, severity, range, via }) => {
      const titles = (via ?? []).flatMap((each) => (typeof each === 'object' && each?.title ? [each.title] : []))
      return `${name} ${range}: ${severity}${titles.length ? ` – ${titles.join('; ')}` : ''}`
    })
}
