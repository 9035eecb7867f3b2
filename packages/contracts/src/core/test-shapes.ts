import type { z } from 'zod'

/** What a schema makes of a value, or `refused` with the fields that it does not take: for tables of examples. */
export const verdictOf = (schema: z.ZodType, value: unknown): { taken: unknown } | { refused: string[] } => {
  const { success, data, error } = schema.safeParse(value)
  return success ? { taken: data } : { refused: [...new Set(error.issues.map(({ path }) => path.join('.')))] }
}

/** The fields that are refused when one of a right value is replaced; none where it is taken. */
export const refusedWith = (schema: z.ZodType, right: object, change: object): string[] => {
  const verdict = verdictOf(schema, { ...right, ...change })
  return 'refused' in verdict ? verdict.refused : []
}

export const letters = (count: number): string => 'a'.repeat(count)
