import type { z } from 'zod'

/** The parsed value, or the refused fields, for tables of examples. */
export const verdictOf = (schema: z.ZodType, value: unknown): { taken: unknown } | { refused: string[] } => {
  const { success, data, error } = schema.safeParse(value)
  return success ? { taken: data } : { refused: [...new Set(error.issues.map(({ path }) => path.join('.')))] }
}

/** The fields that are refused after a change of a valid value; empty if it is accepted. */
export const refusedWith = (schema: z.ZodType, right: object, change: object): string[] => {
  const verdict = verdictOf(schema, { ...right, ...change })
  return 'refused' in verdict ? verdict.refused : []
}

export const letters = (count: number): string => 'a'.repeat(count)
