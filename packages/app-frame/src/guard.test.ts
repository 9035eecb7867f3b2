import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createGuard, type Guarded } from './guard.ts'

const MARK = '@@livechat/postmessenger'
const ORIGIN = 'https://app.example'
const OWN = 'https://marketplace.example'
const windowOf = (name: string) => ({ name }) as unknown as MessageEventSource

const setUp = () => {
  const own = windowOf('own')
  const frame: Guarded = { source: () => own, origin: ORIGIN, connection: { owner: 'host', instance: 4 } }
  let cost = 0
  let read = 0
  let time = 0
  const guard = createGuard(new Set([frame]), { isOwn: (origin) => origin === OWN, clock: () => time })
  /** Whether the library receives the message, and the data that it receives. */
  const arrive = (data: unknown, from: { source?: MessageEventSource | null; origin?: string; timeStamp?: number } = {}) => {
    const stopImmediatePropagation = vi.fn()
    guard({
      source: own,
      origin: ORIGIN,
      timeStamp: 0,
      ...from,
      get data() {
        read++
        time += cost
        return data
      },
      stopImmediatePropagation,
    })
    return stopImmediatePropagation.mock.calls.length === 0
  }
  return {
    frame,
    arrive,
    /** How many times the data of messages was read. */
    reads: () => read,
    /** Sets how long (ms) a reading takes from now on. */
    costs: (ms: number) => {
      cost = ms
    },
  }
}

const call = (data: unknown = { method: 'handle', args: [{ message: 'plugin_inited' }] }) => ({
  [MARK]: true,
  owner: 'host',
  instance: 4,
  type: 'call',
  request: 0,
  data,
})
const response = (data: unknown, request: number | null = 0) => ({ ...call(data), type: 'response', request })

test.each<[what: string, data: unknown, passes: boolean]>([
  ['a call', call(), true],
  ['an answer', response({ error: false, result: null }), true],
  ['the answer to the handshake', response({ error: false, result: {} }, null), true],
  ['a failure', response({ error: true, result: { real: true, error: { message: 'No' } } }), true],
  ['a failure without a reason', response({ error: true, result: { real: true } }), false],
  ['a failed handshake', response({ error: true, result: { real: false, error: 'No' } }, null), false],
  ['an answer to nothing', response({ error: false }, undefined as unknown as number), true],
  ['another method', call({ method: 'valueOf', args: [] }), false],
  ['arguments that are no list', call({ method: 'handle', args: { length: 1 } }), false],
  ['no payload', call(null), false],
  ['an event', { ...call(), type: 'emit' }, false],
  ['a handshake of its own', { ...call(), type: 'handshake' }, false],
  ['another connection', { ...call(), instance: 5 }, false],
  ['another host', { ...call(), owner: 'other' }, false],
  ['null', null, false],
  ['a text', 'plugin_inited', false],
])('%s', (_what, data, passes) => {
  // undefined, given as a parameter, would be replaced by the parameter's default.
  expect(setUp().arrive(data)).toBe(passes)
})

test('only the frame’s own window, at its own origin', () => {
  const { arrive, frame, reads } = setUp()
  expect(arrive(call(), { source: windowOf('another') })).toBe(false)
  expect(arrive(call(), { source: null })).toBe(false)
  expect(arrive(call(), { origin: 'https://elsewhere.example' })).toBe(false)
  expect(arrive(call(), { origin: 'null' })).toBe(false)
  // A frame inside the application's frame, on its origin or on another one.
  expect(arrive({ type: 'navigate' }, { source: windowOf('nested') })).toBe(false)
  expect(arrive(null, { source: windowOf('nested'), origin: 'null' })).toBe(false)
  expect(reads()).toBe(0)
  // A message for other code of the page must pass.
  expect(arrive({ type: 'navigate' }, { source: windowOf('another'), origin: OWN })).toBe(true)
  expect(arrive(null, { source: null, origin: OWN })).toBe(true)
  expect(arrive(call(), { source: windowOf('another'), origin: OWN })).toBe(false)
  frame.connection = null
  expect(arrive(call())).toBe(false)
})

test('a huge message is answered, and little of it is read', () => {
  const { arrive } = setUp()
  let read = 0
  const counted = <Value extends object>(value: Value): Value =>
    new Proxy(value, {
      get: (target, name) => {
        read++
        return Reflect.get(target, name) as unknown
      },
    })
  for (const huge of [
    'x'.repeat(10_000_000),
    counted(Array.from({ length: 1_000_000 }, () => 0)),
    { a: counted(Array.from({ length: 5_000 }, () => 'y')) },
  ]) {
    const message = call({ method: 'handle', args: [{ message: 'set_toast', data: huge }] })
    expect(arrive(message)).toBe(true)
    expect(message.data).toEqual({ method: 'handle', args: [null] })
  }
  const deep = call({ method: 'handle', args: [JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)] })
  expect(arrive(deep)).toBe(true)
  expect(deep.data).toEqual({ method: 'handle', args: [null] })
  const answer = response({ error: false, result: 'x'.repeat(10_000_000) })
  arrive(answer)
  expect(answer.data).toEqual({ error: false, result: null })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(20_000)
})

test('after a message that takes long to read, reading pauses', () => {
  const { arrive, reads, costs } = setUp()
  costs(1_000)
  expect(arrive(call(), { timeStamp: 0 })).toBe(true)
  costs(0)
  const once = reads()
  for (let ms = 1; ms < 9_000; ms += 10) expect(arrive(call(), { timeStamp: ms })).toBe(false)
  expect(reads()).toBe(once)
  expect(arrive(call(), { timeStamp: 60_000 })).toBe(true)
})

test('of a thousand messages a second most are not even looked at', () => {
  const { arrive } = setUp()
  let looked = 0
  const message = (): unknown =>
    Object.defineProperty({}, MARK, {
      get: () => {
        looked++
        return true
      },
    })
  for (let second = 0; second < 10; second++)
    for (let count = 0; count < 1_000; count++) arrive(message(), { timeStamp: second * 1_000 + count })
  expect(looked).toBeGreaterThan(600)
  expect(looked).toBeLessThan(750)
  // After a pause its messages pass again.
  expect(arrive(call(), { timeStamp: 20_000 })).toBe(true)
})

test('no input throws, and no value of another shape passes', () => {
  const { frame } = setUp()
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (payload, request) => {
      const guard = createGuard(new Set([frame]), { isOwn: () => true, clock: () => 0 })
      const data = { ...call(payload), request }
      const stop = vi.fn()
      guard({ source: frame.source(), origin: ORIGIN, timeStamp: 0, data, stopImmediatePropagation: stop })
      if (stop.mock.calls.length > 0) return
      expect(data.data).toMatchObject({ method: 'handle' })
      expect(typeof request).toBe('number')
    }),
    { numRuns: 1_000 },
  )
})
