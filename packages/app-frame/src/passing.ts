type IsOrigin = (origin: string) => boolean

const own = new Set<string | IsOrigin>()

/** Lets messages from these origins through to the page. Pass origins of the page's own parts only, never of an application. */
export const passMessagesOf = (...origins: (string | IsOrigin)[]): void => {
  for (const each of origins) own.add(each)
}

export const isOwnOrigin: IsOrigin = (origin) =>
  [...own].some((each) => (typeof each === 'string' ? each === origin : each(origin)))
