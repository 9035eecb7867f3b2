type IsOrigin = (origin: string) => boolean

const own = new Set<string | IsOrigin>()

/** Allows messages from these origins to reach the page. Pass only origins of the page's own parts, never that of an application. */
export const passMessagesOf = (...origins: (string | IsOrigin)[]): void => {
  for (const each of origins) own.add(each)
}

export const isOwnOrigin: IsOrigin = (origin) =>
  [...own].some((each) => (typeof each === 'string' ? each === origin : each(origin)))
