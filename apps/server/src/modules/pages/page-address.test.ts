import { expect, test } from 'vitest'
import { readPath } from './page-address.ts'

test.each([
  ['/apps/crm/', '/apps/crm/', true],
  ['/apps/crm', '/apps/crm', true],
  ['/', '/', true],
  ['//apps//crm//', '/apps/crm/', false],
  ['/Apps/CRM/', '/apps/crm/', false],
  ['/apps/%63rm/', '/apps/crm/', false],
  ['/apps%2Fcrm/', '/apps/crm/', false],
  ['/apps/caf%C3%A9/', '/apps/café/', true],
  ['/apps/%0A', '/apps/\n', true],
  ['/apps/%25ff', '/apps/%ff', true],
  ['/apps/%ff', '/apps/%ff', false],
  ['/apps/\ud800', '/apps/\ufffd', false],
  ['', '', true],
])('%j means %j', (written, path, isPlain) => {
  expect(readPath(written)).toEqual({ path, isPlain })
})
