// Storage that a browser may refuse (private windows, blocked third-party frames). Refused storage reads as empty.

type Area = 'localStorage' | 'sessionStorage'

export const readStored = (area: Area, key: string): string | null => {
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

export const storedKeys = (area: Area): string[] => {
  try {
    return Object.keys(window[area])
  } catch {
    return []
  }
}

/** Stores the value; null removes it. Returns whether that worked. */
export const store = (area: Area, key: string, value: string | null): boolean => {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** The cookies that a script may read. */
export const readCookies = (): string => {
  try {
    return document.cookie
  } catch {
    return ''
  }
}
