export type Onboarding = { title: string; steps: { title: string; description: string | null; url: string | null }[] }

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)
const addressOf = (value: unknown): string | null => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The first steps that an application's developer has written; null if there is nothing to show. */
export const readOnboarding = (given: unknown): Onboarding | null => {
  if (!isFields(given)) return null
  const steps = (Array.isArray(given.steps) ? given.steps : []).flatMap((step: unknown) => {
    const title = isFields(step) ? textOf(step.title) : null
    return isFields(step) && title ? [{ title, description: textOf(step.description), url: addressOf(step.url) }] : []
  })
  return steps.length > 0 ? { title: textOf(given.title) ?? 'First steps', steps } : null
}
