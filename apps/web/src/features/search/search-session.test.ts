import type { SearchAnswer } from '@marketplace/contracts/search/schemas'
import { SEARCH_STALLED_MS } from '@marketplace/contracts/search/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAnswerCache, FRESH_MS } from './answer-cache.ts'
import { createSearchSession } from './search-session.ts'

const answerTo = (query: string): SearchAnswer => ({
  query,
  apps: { total: 1, nearest: false, hits: [] },
  partners: { total: 0, nearest: false, hits: [] },
})

/** A search whose answers come when the test says so. */
const open = () => {
  const asked: { text: string; signal: AbortSignal; answer: () => void; fail: () => void }[] = []
  const ask = (text: string, signal: AbortSignal) =>
    new Promise<SearchAnswer>((resolve, reject) => {
      asked.push({ text, signal, answer: () => resolve(answerTo(text)), fail: () => reject(new Error('no answer')) })
    })
  const session = createSearchSession({ ask, cache: createAnswerCache(Date.now) })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const texts = () => asked.map(({ text }) => text)
  const request = (index: number) => {
    const found = asked[index]
    if (!found) throw new Error(`There was no request ${index}`)
    return found
  }
  return { session, request, texts, settled }
}

describe('a search while somebody types', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each(['', ' ', 'a', '  b  ', '👍'])('asks nobody for %j', (typed) => {
    const { session, texts } = open()
    session.search(typed)
    expect(texts()).toEqual([])
    expect(session.read()).toEqual({ answer: null, status: 'settled' })
  })

  it('answers, and asks nobody for spaces more', async () => {
    const { session, request, texts, settled } = open()
    session.search('ch')
    request(0).answer()
    await settled()
    expect(session.read()).toEqual({ answer: answerTo('ch'), status: 'settled' })
    session.search(' ch ')
    expect(texts()).toEqual(['ch'])
  })

  it('never shows an answer that was overtaken, and lets go of its request', async () => {
    const { session, request, settled } = open()
    session.search('ch')
    session.search('cha')
    expect(request(0).signal.aborted).toBe(true)
    request(1).answer()
    await settled()
    request(0).answer()
    await settled()
    expect(session.read().answer?.query).toBe('cha')
  })

  it('keeps the earlier answer while the next one is on its way, and says after a while that it takes long', async () => {
    const { session, request, settled } = open()
    session.search('ch')
    request(0).answer()
    await settled()
    session.search('cha')
    expect(session.read()).toEqual({ answer: answerTo('ch'), status: 'waiting' })
    vi.advanceTimersByTime(SEARCH_STALLED_MS - 1)
    expect(session.read().status).toBe('waiting')
    vi.advanceTimersByTime(1)
    expect(session.read()).toEqual({ answer: answerTo('ch'), status: 'stalled' })
    request(1).answer()
    await settled()
    expect(session.read()).toEqual({ answer: answerTo('cha'), status: 'settled' })
  })

  it('stalls for somebody who types on without an answer', () => {
    const { session } = open()
    session.search('ch')
    vi.advanceTimersByTime(SEARCH_STALLED_MS / 2)
    session.search('cha')
    vi.advanceTimersByTime(SEARCH_STALLED_MS / 2)
    expect(session.read().status).toBe('stalled')
    session.search('chat')
    expect(session.read().status).toBe('stalled')
  })

  it('says that it failed, and recovers at the next key, by another try, or not at all', async () => {
    const { session, request, settled } = open()
    session.search('ch')
    request(0).fail()
    await settled()
    expect(session.read()).toEqual({ answer: null, status: 'failed' })
    session.retry()
    expect(session.read().status).toBe('waiting')
    request(1).fail()
    await settled()
    session.search('cha')
    request(2).answer()
    await settled()
    expect(session.read()).toEqual({ answer: answerTo('cha'), status: 'settled' })
  })

  it('knows its last answers for a while', async () => {
    const { session, request, texts, settled } = open()
    session.search('ch')
    request(0).answer()
    await settled()
    session.search('cha')
    session.search('ch')
    expect(session.read()).toEqual({ answer: answerTo('ch'), status: 'settled' })
    expect(texts()).toEqual(['ch', 'cha'])
    session.search('')
    vi.advanceTimersByTime(FRESH_MS)
    session.search('ch')
    expect(texts()).toEqual(['ch', 'cha', 'ch'])
  })

  it('shows nothing any more once the field is empty, whatever still comes', async () => {
    const { session, request, settled } = open()
    session.search('ch')
    session.stop()
    request(0).answer()
    await settled()
    vi.advanceTimersByTime(SEARCH_STALLED_MS)
    expect(session.read()).toEqual({ answer: null, status: 'settled' })
  })
})

it('keeps the last 50 answers', () => {
  const cache = createAnswerCache(() => 0)
  for (let index = 0; index < 51; index++) cache.keep(`text ${index}`, answerTo(`text ${index}`))
  expect(cache.read('text 0')).toBeNull()
  expect(cache.read('text 1')?.query).toBe('text 1')
  expect(cache.read('text 50')?.query).toBe('text 50')
})
