import { describe, expect, test } from 'vitest'
import { ERRORS } from '../core/errors.ts'
import { letters, verdictOf } from '../core/test-shapes.ts'
import {
  agentsChangeSchema,
  awaitingBodySchema,
  INSTALL_REFUSALS,
  instanceChangeSchema,
  UNIVERSAL_REFUSALS,
  uninstallBodySchema,
} from './schemas.ts'

type Row = [what: string, value: unknown, verdict: unknown]
const REFUSED = (...fields: string[]) => ({ refused: fields })

describe('why something is uninstalled', () => {
  test.each<Row>([
    ['no reason', {}, { taken: { reason: '' } }],
    ['a reason', { reason: ' Nobody needs it. ' }, { taken: { reason: 'Nobody needs it.' } }],
    ['in several lines', { reason: 'a\nb' }, { taken: { reason: 'a\nb' } }],
    ['of 1,000 letters', { reason: letters(1_000) }, { taken: { reason: letters(1_000) } }],
    ['of more', { reason: letters(1_001) }, REFUSED('reason')],
    // PostgreSQL cannot store NUL.
    ['with a NUL', { reason: 'a\0b' }, REFUSED('reason')],
    ['a number', { reason: 7 }, REFUSED('reason')],
    ['null', { reason: null }, REFUSED('reason')],
  ])('%s', (_, body, verdict) => expect(verdictOf(uninstallBodySchema, body)).toEqual(verdict))
})

describe('the users of an application', () => {
  test.each<Row>([
    ['everybody', { agents: null }, { taken: { agents: null } }],
    // Unlike in a cart, the list may be empty: nobody may use the installed application then.
    ['nobody', { agents: [] }, { taken: { agents: [] } }],
    ['one', { agents: ['a'] }, { taken: { agents: ['a'] } }],
    ['more than a thousand', { agents: Array.from({ length: 1_001 }, () => 'a') }, REFUSED('agents')],
    ['a text', { agents: 'a' }, REFUSED('agents')],
    ['left out', {}, REFUSED('agents')],
  ])('%s', (_, body, verdict) => expect(verdictOf(agentsChangeSchema, body)).toEqual(verdict))
})

describe('its setup', () => {
  test.each<Row>([
    ['is done', { setup: 'done' }, { taken: { setup: 'done' } }],
    ['is to do again', { setup: 'pending' }, { taken: { setup: 'pending' } }],
    ['is nothing else', { setup: 'half' }, REFUSED('setup')],
    ['has to be said', {}, REFUSED('setup')],
  ])('%s', (_, body, verdict) => expect(verdictOf(instanceChangeSchema, body)).toEqual(verdict))
})

describe('a visitor who waits for an application', () => {
  const asked = { application_id: 'soon', email: 'a@b.example' }
  test.each<Row>([
    ['an address', asked, { taken: asked }],
    ['no address', { ...asked, email: 'a' }, REFUSED('email')],
    ['two addresses', { ...asked, email: 'a@b.example,c@d.example' }, REFUSED('email')],
    ['an address with a line break', { ...asked, email: 'a@b.example\nBcc: c@d.example' }, REFUSED('email')],
    ['a very long one', { ...asked, email: `${letters(250)}@b.example` }, REFUSED('email')],
    ['no application', { ...asked, application_id: '' }, REFUSED('application_id')],
    ['neither', {}, REFUSED('application_id', 'email')],
  ])('%s', (_, body, verdict) => expect(verdictOf(awaitingBodySchema, body)).toEqual(verdict))
})

describe('the reasons that refuse an install', () => {
  test('are error codes, each listed once', () => {
    expect(new Set(INSTALL_REFUSALS).size).toBe(INSTALL_REFUSALS.length)
    for (const code of INSTALL_REFUSALS) expect(ERRORS[code].status).toBeGreaterThanOrEqual(400)
  })

  test('that apply to every caller come in the same order, and have no status 403', () => {
    expect(INSTALL_REFUSALS.filter((code) => UNIVERSAL_REFUSALS.some((other) => other === code))).toEqual([...UNIVERSAL_REFUSALS])
    for (const code of UNIVERSAL_REFUSALS) expect(ERRORS[code].status).not.toBe(403)
  })
})
