import { describe, expect, it, vi } from 'vitest'
import { errorPageData, fetchPageData, PAGE_DATA_RETRIES } from './page-data.ts'

const page = errorPageData('not-found', '/apps/')
const networkError = (): Response => {
  throw new TypeError('Failed to fetch')
}
const json = (body: unknown, status = 200) => Response.json(body, { status })
const read = (answers: (() => Response)[], signal?: AbortSignal, retries?: number) => {
  const pause = vi.fn<(ms: number) => Promise<void>>(async () => {})
  let next = 0
  const fetch = vi.fn<(address: string) => Promise<Response>>(async () => {
    const answer = answers[Math.min(next++, answers.length - 1)] ?? networkError
    return answer()
  })
  const result = fetchPageData({
    basename: '/text',
    pathname: '/apps/',
    search: '?page=2',
    fetch,
    pause,
    ...(signal && { signal }),
    ...(retries !== undefined && { retries }),
  })
  return { result, fetch, pause }
}

describe('fetchPageData', () => {
  it('asks once for a page that is there', async () => {
    const { result, fetch } = read([() => json({ path: '/apps/', result: { kind: 'listing' } })])
    expect((await result).data.result.kind).toBe('listing')
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/text/page-data/apps/page-data.json?page=2'])
  })
  it('tries again after a network error, a 5xx and a cut-off document, pausing longer each time', async () => {
    const { result, fetch, pause } = read([networkError, () => json({}, 503), () => new Response('{"pa'), () => json(page)])
    expect((await result).data).toEqual(page)
    expect(fetch).toHaveBeenCalledTimes(4)
    expect(pause.mock.calls).toEqual([[150], [300], [600]])
  })
  it('shows what the server says of a failure that stays', async () => {
    const busy = { path: '/search/', result: { kind: 'server-error', says: { heading: 'Busy', text: 'Try again.' } } }
    const { result, fetch } = read([() => json(busy, 503)])
    expect((await result).data).toEqual(busy)
    expect(fetch).toHaveBeenCalledTimes(1 + PAGE_DATA_RETRIES)
    const refused = read([() => json(busy, 429)])
    expect((await refused.result).data).toEqual(busy)
    expect(refused.fetch).toHaveBeenCalledTimes(1)
  })
  it('ends at the 500 page after the last try', async () => {
    const { result, fetch } = read([() => json({}, 500)])
    expect((await result).data.result.kind).toBe('server-error')
    expect(fetch).toHaveBeenCalledTimes(1 + PAGE_DATA_RETRIES)
  })
  it('asks once where no retry is wanted', async () => {
    const { result, fetch } = read([networkError], undefined, 0)
    expect((await result).data.result.kind).toBe('server-error')
    expect(fetch).toHaveBeenCalledTimes(1)
  })
  it('shows the 404 page that the server sent, without a second try', async () => {
    const { result, fetch } = read([() => json(page, 404)])
    expect((await result).data).toEqual(page)
    expect(fetch).toHaveBeenCalledTimes(1)
  })
  it('makes a 404 page where the answer holds none, and a 500 page for any other refusal', async () => {
    expect((await read([() => new Response('no', { status: 404 })]).result).data.result.kind).toBe('not-found')
    expect((await read([() => json({ code: 'too_many' }, 429)]).result).data.result.kind).toBe('server-error')
  })
  it('gives up when nobody waits any more', async () => {
    const controller = new AbortController()
    controller.abort()
    const { result, fetch } = read([() => json(page)], controller.signal)
    await expect(result).rejects.toThrow('abort')
    expect(fetch).not.toHaveBeenCalled()
  })
})
