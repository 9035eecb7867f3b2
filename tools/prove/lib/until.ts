/** Waits until the condition holds. Throws what was waited for if it does not within `ms`. */
export const until = async (what: string, ms: number, condition: () => Promise<boolean> | boolean): Promise<void> => {
  for (const end = Date.now() + ms; !(await condition());) {
    if (Date.now() > end) throw new Error(`waited for ${what} for ${ms / 1_000} s in vain`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
