// A person with a browser without JavaScript, for tests of the accounts server: keeps cookies, reads and submits forms.
import type { FastifyInstance } from 'fastify'

let visitors = 0

export type Answered = {
  status: number
  headers: Record<string, string>
  body: string
  /** The message that the page posts to its opener or parent, and the target origin. */
  message: { content: { data?: Record<string, string>; error?: Record<string, string> }; to: string } | null
}

const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Each visitor has its own network address, so that limits by address do not affect the others. */
export const openVisitor = (server: FastifyInstance, remoteAddress = `2001:db8:${(++visitors).toString(16)}::1`) => {
  let address = remoteAddress
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<Answered> => {
    const answer = await server.inject({
      method,
      url,
      remoteAddress: address,
      headers: { ...(cookies.size > 0 && { cookie: cookie() }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const message = /data-message="([^"]*)" data-target="([^"]*)"/.exec(answer.body)
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
      body: answer.body,
      message: message && { content: JSON.parse(unescape(message[1] ?? '')), to: unescape(message[2] ?? '') },
    }
  }
  const get = (url: string, headers: Record<string, string> = {}) => ask('GET', url, headers)
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    ask('POST', url, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, new URLSearchParams(fields).toString())
  return {
    get,
    post,
    address: remoteAddress,
    /** Continues from another network address with the same browser. */
    moveTo: (other: string) => {
      address = other
    },
    /** The browser's cookies, as a header. */
    cookie,
    /** Fills in the page's form and presses its first button, or the given one. */
    submit: (page: Answered, fields: Record<string, string> = {}, button?: string) => {
      const form = /<form[^>]* action="([^"]+)">([^]*?)<\/form>/.exec(page.body)
      if (!form) throw new Error(`there is no form: ${page.status} ${page.body.slice(0, 200)}`)
      const inputs = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
      const buttons = [...(form[2] ?? '').matchAll(/<button type="submit"(?: name="([^"]+)" value="([^"]+)")?/g)]
      const pressed = button === undefined ? buttons[0] : buttons.find(([, , value]) => value === button)
      const given = Object.fromEntries(
        [...inputs, ...(pressed?.[1] ? [pressed] : [])].map(([, name, value]) => [name ?? '', value ?? '']),
      )
      return post(unescape(form[1] ?? ''), { ...given, ...fields }, { 'sec-fetch-site': 'same-origin' })
    },
    signIn: async (query: string, email: string, password: string) => post(`/signin?${query}`, { email, password }),
  }
}
export type Visitor = ReturnType<typeof openVisitor>
