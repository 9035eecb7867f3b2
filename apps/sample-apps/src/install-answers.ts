import { setTimeout as sleep } from 'node:timers/promises'

type Asked = { authorization: string | undefined; body: string }
type Answer = { status: number; body: string; location?: string }

/** A delay (ms) that is longer than the marketplace waits. */
const SLOW_MS = 30_000

const fieldsOf = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const say = (status: number, fields: object): Answer => ({ status, body: JSON.stringify(fields) })
const refuse = (status: number, message: string): Answer => say(status, { error: { message } })

/** The answers of the products at `/install/{name}`: two for the demo, and one for each kind of failure that tests need. */
const ANSWERS: ReadonlyMap<string, () => Answer | Promise<Answer>> = new Map<string, () => Answer | Promise<Answer>>([
  ['chatbot', () => say(200, { accountStatus: 'created', message: 'Your chatbot account is ready.' })],
  ['knowledge-base', () => say(200, { accountStatus: 'created', message: 'Your knowledge base account is ready.' })],
  ['creates', () => say(201, { accountStatus: 'created' })],
  ['connects', () => say(200, { accountStatus: 'existing' })],
  ['invents', () => say(200, { accountStatus: 'on the moon' })],
  ['marks-up', () => say(200, { accountStatus: 'created', message: '<b>Bold</b> <img src=x onerror="document.title=1">' })],
  ['refuses', () => refuse(409, 'Your trial of the product has ended. Choose a plan there first.')],
  ['refuses-with-markup', () => refuse(409, '<img src=x onerror="document.title=1"> No.')],
  ['errs', () => say(200, { accountStatus: 'created', error: { message: 'There is no room for another account.' } })],
  ['breaks', () => say(500, { accountStatus: 7, message: ['no text'] })],
  ['malformed', () => ({ status: 200, body: '{"accountStatus": "crea' })],
  ['huge', () => say(200, { message: 'x'.repeat(1_000_000) })],
  ['redirects', () => ({ status: 307, body: '', location: '/install/chatbot' })],
  ['slow', () => sleep(SLOW_MS, say(200, { accountStatus: 'created' }), { ref: false })],
])

/** The answer of another product when the marketplace tells it about an install; null for an unknown path. */
export const answerInstall = async (path: string, { authorization, body }: Asked): Promise<Answer | null> => {
  const answer = ANSWERS.get(path.replace(/^\/install\//, ''))
  if (!answer || !path.startsWith('/install/')) return null
  if (!/^Bearer [\w-]+:\S+$/.test(authorization ?? '')) return refuse(401, 'The install has no token of your account.')
  const metrics = fieldsOf(body)
  if (!metrics || typeof metrics.source_url !== 'string' || typeof metrics.source_id !== 'string')
    return refuse(422, 'The install does not say where it comes from.')
  return answer()
}
