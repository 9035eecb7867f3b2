/**
 * Makes one list of lists that say the same, and one string of equal strings, of whatever goes through it. What the database answers
 * is all new: tens of thousands of applications have a few hundred different lists between them.
 */
export const createSharing = () => {
  const lists = new Map<string, readonly unknown[]>()
  const texts = new Map<string, string>()
  return {
    text: <T extends string>(given: T): T => {
      const known = texts.get(given)
      if (known === undefined) texts.set(given, given)
      return (known ?? given) as T
    },
    list: <T>(given: readonly T[]): readonly T[] => {
      const key = JSON.stringify(given)
      const known = lists.get(key) ?? Object.freeze(given)
      lists.set(key, known)
      return known as readonly T[]
    },
  }
}
