import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { createAnswerCache, keepAnswer, type MadeAnswer, type MakeAnswer } from './answer-cache.ts'

const now = new Date('2026-11-20T12:00:00Z')
const made = (body: string, given: Partial<MadeAnswer> = {}): MadeAnswer => ({
  status: 200,
  contentType: 'text/plain',
  body,
  until: null,
  ...given,
})
const text = async (answer: { body: (encoding: 'identity') => Promise<Buffer> | Buffer }) => String(await answer.body('identity'))

describe('the answer cache', () => {
  test('makes an answer once for requests at the same time', async () => {
    const cache = createAnswerCache(1_000_000)
    let times = 0
    const make = async () => {
      times++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return made('a')
    }
    await Promise.all(Array.from({ length: 10 }, () => cache.get('key', now, make)))
    await cache.get('key', now, make)
    expect(times).toBe(1)
  })

  test('compresses with the effort of the answer', async () => {
    const cache = createAnswerCache(1_000_000)
    const body = 'a body that is long enough to be compressed. '.repeat(100)
    const once = await cache.get('once', now, async () => made(body, { effort: 'once' }))
    // A short body that is hardly ever requested again is compressed on the spot.
    for (const encoding of ['br', 'gzip'] as const) expect(once.body(encoding)).toBeInstanceOf(Buffer)
    const kept = await cache.get('kept', now, async () => made(body))
    for (const encoding of ['br', 'gzip'] as const) expect(kept.body(encoding)).toBeInstanceOf(Promise)
  })

  test.each([['br'], ['gzip']] as const)('keeps %s instead of a body, and sends every form as before', async (encoding) => {
    const cache = createAnswerCache(1_000_000)
    const long = 'a body that is long enough to be compressed. '.repeat(100)
    const get = async (body: Buffer) => cache.get('key', now, async () => made('', { body }))
    let body: Buffer | null = Buffer.from(long)
    const isThere = new WeakRef(body)
    const answer = await get(body)
    const { etag } = await createAnswerCache(1_000_000).get('key', now, async () => made(long))
    body = null
    await answer.body(encoding)
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    await vi.waitFor(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      collect()
      expect(isThere.deref()).toBeUndefined()
    })
    expect(await text(answer)).toBe(long)
    expect(String(brotliDecompressSync(await answer.body('br')))).toBe(long)
    expect(String(gunzipSync(await answer.body('gzip')))).toBe(long)
    expect(answer.etag).toBe(etag)
  })

  test('makes an answer again when it has expired', async () => {
    const cache = createAnswerCache(1_000_000)
    const until = new Date('2026-11-21T00:00:00Z')
    await cache.get('key', now, async () => made('old', { until }))
    const before = await cache.get('key', new Date(until.getTime() - 1), async () => made('new'))
    const after = await cache.get('key', until, async () => made('new'))
    expect([await text(before), await text(after)]).toEqual(['old', 'new'])
  })

  test('forgets everything when it is cleared, answers in progress included', async () => {
    const cache = createAnswerCache(1_000_000)
    let release: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = cache.get('key', now, async () => {
      await gate
      return made('stale')
    })
    cache.clear()
    release()
    expect(await text(await slow)).toBe('stale')
    expect(await text(await cache.get('key', now, async () => made('fresh')))).toBe('fresh')
  })

  test('makes an answer again when its data has changed, but not for earlier requests', async () => {
    const cache = createAnswerCache(1_000_000)
    let revision = 0
    const ask = () => {
      const begun = revision
      return cache.get(
        'key',
        now,
        async () => made(String(begun)),
        () => revision === begun,
      )
    }
    expect([await text(await ask()), await text(await ask())]).toEqual(['0', '0'])
    revision++
    expect(await text(await ask())).toBe('1')

    const early = ask()
    revision++
    expect(await text(await ask())).toBe('2')
    expect(await text(await early)).toBe('1')
    expect(await text(await ask())).toBe('2')
  })

  test('does not give an answer that was begun before a change to a request after the change', async () => {
    const cache = createAnswerCache(1_000_000)
    let revision = 0
    const gate = Promise.withResolvers<void>()
    const slow = cache.get(
      'key',
      now,
      async () => {
        await gate.promise
        return made('before')
      },
      () => revision === 0,
    )
    revision++
    expect(await text(await cache.get('key', now, async () => made('after')))).toBe('after')
    gate.resolve()
    expect(await text(await slow)).toBe('before')
  })

  test('keeps the old answer with its compressed forms if the new one is the same', async () => {
    const cache = createAnswerCache(1_000_000)
    let holds = true
    const begin = (make: MakeAnswer) => {
      const began = holds
      return cache.get('key', now, make, () => began === holds)
    }
    const long = made('abc '.repeat(1_000), { fingerprint: 'abc' })
    const first = await begin(async () => long)
    const compressed = await first.body('br')
    holds = false
    expect(first.isValid(now)).toBe(false)
    expect(await begin(async () => long)).toBe(first)
    expect([first.isValid(now), first.body('br')]).toEqual([true, compressed])
    holds = true
    const shown: (string | null | undefined)[] = []
    const unchanged = await begin(async (before) => {
      shown.push(before?.fingerprint)
      return { unchanged: true, until: null }
    })
    expect([unchanged, shown, first.isValid(now)]).toEqual([first, ['abc'], true])
  })

  test('calls onClear when it is cleared', () => {
    const onClear = vi.fn()
    createAnswerCache(1_000_000, { onClear }).clear()
    expect(onClear).toHaveBeenCalledOnce()
  })

  test('caches neither a failure nor an answer with keep: false', async () => {
    const cache = createAnswerCache(1_000_000)
    await expect(cache.get('key', now, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await cache.get('key', now, async () => made('missing', { keep: false }))
    expect(await text(await cache.get('key', now, async () => made('there')))).toBe('there')
  })

  test('stays within its memory limit', async () => {
    const cache = createAnswerCache(10_000)
    const body = 'x'.repeat(2_000)
    for (let index = 0; index < 20; index++) await cache.get(`key ${index}`, now, async () => made(body))
    let again = 0
    for (let index = 0; index < 20; index++)
      await cache.get(`key ${index}`, now, async () => {
        again++
        return made(body)
      })
    expect(again).toBeGreaterThan(15)
  })
})

describe('a kept answer', () => {
  test('is compressed as requested, unless that saves nothing', async () => {
    const long = keepAnswer(made('abc '.repeat(1_000)))
    expect(String(brotliDecompressSync(await long.body('br')))).toBe('abc '.repeat(1_000))
    expect(String(gunzipSync(await long.body('gzip')))).toBe('abc '.repeat(1_000))
    const short = keepAnswer(made('abc'))
    expect(await short.body('br')).toBe(await short.body('identity'))
  })

  test('is repeatable if it says so and may be cached', () => {
    const repeatable = true
    const answers = [made('a'), made('a', { repeatable }), made('a', { repeatable, keep: false })].map((each) => keepAnswer(each))
    expect(answers.map((answer) => answer.repeatable)).toEqual([false, true, false])
  })

  test('is valid until it expires and while its data is unchanged', () => {
    let isSame = true
    const answer = keepAnswer(made('a', { until: new Date(now.getTime() + 1) }), 'quick', () => isSame)
    expect([answer.isValid(now), answer.isValid(new Date(now.getTime() + 1))]).toEqual([true, false])
    isSame = false
    expect(answer.isValid(now)).toBe(false)
    answer.renew(null, () => true)
    expect(answer.isValid(new Date(now.getTime() + 1))).toBe(true)
  })

  test('has an ETag that follows its content', () => {
    expect(keepAnswer(made('a')).etag).toBe(keepAnswer(made('a')).etag)
    expect(keepAnswer(made('a')).etag).not.toBe(keepAnswer(made('b')).etag)
  })
})

describe('answers for one person only', () => {
  class Refused extends Error {}
  const open = () => createAnswerCache(1_000_000, { isOfOneAsker: (error) => error instanceof Refused })
  const later = <T>(work: () => T): Promise<T> => new Promise((resolve) => setTimeout(resolve, 5)).then(work)
  const refuse = () =>
    later((): MadeAnswer => {
      throw new Refused()
    })

  test('is not told to who waits for the same: they ask for themselves', async () => {
    const cache = open()
    const [first, second] = await Promise.allSettled([
      cache.get('key', now, refuse),
      cache.get('key', now, async () => made('second')),
    ])
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(Refused) })
    expect(second.status).toBe('fulfilled')
    expect(await text(await cache.get('key', now, refuse))).toBe('second')
  })

  test('is not waited for a second time', async () => {
    const cache = open()
    let asked = 0
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        cache.get('key', now, () => {
          asked++
          return refuse()
        }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(asked).toBe(20)
  })

  test('any other failure is that of all who wait', async () => {
    const cache = open()
    let asked = 0
    const fail = () => {
      asked++
      return later((): MadeAnswer => {
        throw new Error('the database is away')
      })
    }
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => cache.get('key', now, fail)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(asked).toBe(1)
  })
})
