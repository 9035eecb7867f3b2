import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { letters, refusedWith } from '../core/test-shapes.ts'
import { countEvents, listApplicationEvents } from './endpoints.ts'

type Row = [what: string, change: object, refused: string[]]
const events = (count: number) => Array.from({ length: count }, () => ({ event: 'pageview', detail: 'home' }))

describe('events that a page sends', () => {
  const body = countEvents.body as z.ZodType
  test.each<Row>([
    ['one', {}, []],
    ['none', { events: [] }, []],
    ['as many as there may be', { events: events(50) }, []],
    ['one more', { events: events(51) }, ['events']],
    // An older page may still send an unknown event. It is not counted.
    ['one that we do not know', { events: [{ event: 'no_longer' }] }, []],
    ['one of an application', { events: [{ event: 'install', application: 'a' }] }, []],
    ['one without a name', { events: [{ detail: 'home' }] }, ['events.0.event']],
    ['one with a very long name', { events: [{ event: letters(101) }] }, ['events.0.event']],
    ['one with a text of a person', { events: [{ event: 'search', detail: letters(101) }] }, ['events.0.detail']],
    ['one of a very long application', { events: [{ event: 'install', application: letters(101) }] }, ['events.0.application']],
    ['of no variant', { variant: undefined }, ['variant']],
    ['as a text', { events: 'pageview' }, ['events']],
  ])('%s', (_, change, refused) => expect(refusedWith(body, { variant: 'base', events: events(1) }, change)).toEqual(refused))
})

test('a network may send events sixty times a minute', () => expect(countEvents.limit).toEqual({ max: 60, windowSeconds: 60 }))

describe('the days whose counts are read', () => {
  const query = listApplicationEvents.query as z.ZodType
  test.each<Row>([
    ['the last ones', {}, []],
    ['from a day on', { from: '2026-11-01' }, []],
    ['the first that there is', { from: '2000-01-01' }, []],
    ['one before that', { from: '1999-12-31' }, ['from']],
    ['one of the year 0', { to: '0000-01-01' }, ['to']],
    ['one that there is not', { to: '2026-02-30' }, ['to']],
    ['an instant', { from: '2026-11-01T00:00:00Z' }, ['from']],
    ['words', { from: 'yesterday' }, ['from']],
  ])('%s', (_, given, refused) => expect(refusedWith(query, {}, given)).toEqual(refused))
})
