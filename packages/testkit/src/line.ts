import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'

/** A plausible line of a catalogue with this slug. `given` overrides the fields that matter to a test. */
export const catalogueLine = (
  slug: string,
  given: Partial<Record<keyof CatalogueLine, unknown>> & Record<string, unknown> = {},
) => ({
  slug,
  name: slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' '),
  shortDescription: `What ${slug} does, in a sentence.`,
  category: { slug: 'crm', name: 'CRM' },
  company: { name: 'Larkspur', website: 'https://larkspur.example', email: 'support@larkspur.example' },
  publishedAt: '2026-03-01T10:00:00.000Z',
  ...given,
})
