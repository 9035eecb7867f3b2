import type { DeveloperCard } from '@marketplace/contracts/pages/people'
import type { SearchPage } from '@marketplace/contracts/pages/lists'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ServerRenderContext } from '../../../lib/server-render.ts'
import { Partners } from './Partners.tsx'

const developer = (number: number): DeveloperCard => ({
  id: String(number),
  href: `/developers/${number}/`,
  name: `Developer ${number}`,
  description: '',
  country: null,
  icon: { kind: 'monogram', letters: 'D', colour: '#123456', ink: '#ffffff' },
  verified: false,
  applicationCount: 1,
  serviceCount: 0,
  icons: [],
})

/** The section's HTML for a page with `count` developers. The component reads nothing else of the page. */
const markup = (count: number): string => {
  const page = { experts: [], developers: Array.from({ length: count }, (_, number) => developer(number)), cards: [] }
  return renderToStaticMarkup(
    <ServerRenderContext value={{ basename: '', framed: false, beta: false, place: () => '' }}>
      <Partners page={page as unknown as SearchPage} />
    </ServerRenderContext>,
  )
}

it('shows six of the partners at once, and has all of them', () => {
  const [shown = '', folded = ''] = markup(11).split('<details')
  const named = (html: string) => html.match(/Developer \d+/g)
  expect(named(shown)).toHaveLength(6)
  expect(named(folded)).toHaveLength(5)
  expect(folded).toContain('Show 5 more')
})

it('folds nothing where all are shown', () => {
  expect(markup(6)).not.toContain('<details')
  expect(markup(0)).toBe('')
})
