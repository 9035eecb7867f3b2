// Somebody with a browser without script, for tests of the accounts server: it keeps its cookie, reads forms and sends them.
import type { FastifyInstance } from 'fastify'

let visitors = 0

export type Answered = {
  status: number
  headers: Record<string, string>
  body: string
  /** What the page tells the window that asked, and whom it may tell it. */
  message: { content: { data?: Record<string, string>; error?: Record<string, string> }; to: string } | null
}

const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Each comes from a site of its own, so that what is limited by address is not limited for all of them. */
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
    /** Goes on from another address, with the same browser. */
    moveTo: (other: string) => {
      address = other
    },
    /** The cookies that the browser has, as it sends them. */
    cookie,
    /** Fills in the form of a page and presses its first button, or the one that says so. */
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
