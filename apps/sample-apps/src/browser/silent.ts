import { element, show } from './page.ts'

show(element('p', { textContent: 'This page is here, and says nothing to its host.' }))
