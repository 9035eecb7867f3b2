import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { answerChallenge, challengeOf } from '../api/challenges.ts'
import type { Store } from '../ledger/store.ts'
import { cardFieldPage, challengeEndPage, challengePage } from './documents.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const script = (name: string) => stripTypeScriptTypes(read(`../browser/${name}.ts`))

const FILES: ReadonlyMap<string, { type: string; text: string }> = new Map([
  ['/elements.js', { type: 'text/javascript', text: script('elements') }],
  ['/card-field.js', { type: 'text/javascript', text: script('card-field') }],
  ['/challenge.js', { type: 'text/javascript', text: script('challenge') }],
  ['/style.css', { type: 'text/css', text: read('./style.css') }],
])

const CHALLENGE = /^\/challenge\/(src_[A-Za-z0-9]{24})$/

type PageRequest = { method: string; path: string; query: URLSearchParams; body: URLSearchParams | null }

/**
 * Serves the files for browsers: the script for the shop's pages, and the pages that the shop frames (the card field and the bank's
 * challenge).
 */
export const answerPage = async (
  store: Store,
  { shop, hosts }: { shop: string; hosts: readonly string[] },
  { method, path, query, body }: PageRequest,
  response: ServerResponse,
): Promise<void> => {
  const file = method === 'GET' ? FILES.get(path) : undefined
  if (file) {
    // Pages of another origin may load the script although they isolate themselves.
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    return void response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.text)
  }
  const send = (status: number, html: string) => {
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${[shop, ...hosts].join(' ')}`,
    )
    response.setHeader('referrer-policy', 'no-referrer')
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }
  const theme = query.get('theme')
  if (method === 'GET' && path === '/card-field') return send(200, cardFieldPage(shop, theme))
  const challenge = CHALLENGE.exec(path)?.[1]
  if (challenge !== undefined && method === 'GET') {
    const about = challengeOf(store, challenge)
    if (!about) return send(404, challengeEndPage(shop, theme, false))
    const card = store.get('cards', ('intent' in about ? about.intent.card : about.setup.card) ?? '')
    return send(200, challengePage(shop, theme, about, card?.lastFour ?? ''))
  }
  const outcome = body?.get('outcome')
  if (challenge !== undefined && method === 'POST' && (outcome === 'complete' || outcome === 'fail')) {
    const answered = store.change((transaction) => answerChallenge(transaction, challenge, outcome === 'complete', Date.now()))
    await store.settled()
    return send(answered ? 200 : 404, challengeEndPage(shop, theme, answered))
  }
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing here.\n')
}
