/** The list without entries whose key an earlier entry has. */
export const uniqueBy = <T>(list: readonly T[], keyOf: (item: T) => string): T[] => {
  const seen = new Set<string>()
  return list.filter((item) => {
    const key = keyOf(item)
    return !seen.has(key) && Boolean(seen.add(key))
  })
}
