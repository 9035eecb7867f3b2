/** Waits until the condition is true. Throws with `what` if that takes longer than `ms`. */
export const until = async (what: string, ms: number, condition: () => Promise<boolean> | boolean): Promise<void> => {
  for (const end = Date.now() + ms; !(await condition());) {
    if (Date.now() > end) throw new Error(`waited for ${what} for ${ms / 1_000} s in vain`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
