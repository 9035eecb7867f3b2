import type { z } from 'zod'
import type { Endpoint, PartInput } from './endpoint.ts'
import type { ENDPOINTS } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'

// Imports types only, so that a browser that uses this client loads none of the schemas.

type Declared = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]
/** The endpoints that answer with JSON. */
type Callable = Extract<Declared, { ok: { body: z.ZodType } }>
type KeyOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never
/** Method and path of an endpoint: "GET /applications/{slug}/published". */
export type EndpointKey = KeyOf<Callable>
type EndpointAt<Key extends EndpointKey> = Extract<Callable, { method: FirstWord<Key>; path: Rest<Key> }>
type FirstWord<Key extends string> = Key extends `${infer Word} ${string}` ? Word : never
type Rest<Key extends string> = Key extends `${string} ${infer Path}` ? Path : never

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : // If all fields of a part are optional, the part itself is optional too.
    Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }
/** The input of a call: the endpoint's parameters, query and body. */
export type CallInput<E extends Endpoint> = Part<'params', PartInput<E['params']>> &
  Part<'query', PartInput<E['query']>> &
  Part<'body', PartInput<E['body']>>
type Input<Key extends EndpointKey> = CallInput<EndpointAt<Key>>
type Output<Key extends EndpointKey> = EndpointAt<Key>['ok'] extends { body: infer B extends z.ZodType } ? z.output<B> : never

/** A call that the API refused: the error's code and message, and the HTTP status. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly status: number

  constructor(code: ErrorCode, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

type SentRequest = { method: string; headers: Record<string, string>; body?: string }
type ReceivedResponse = { ok: boolean; status: number; json: () => Promise<unknown> }

export type ClientOptions = {
  /** Comes before the endpoint's path: the origin with the API's mount (`API_MOUNTS`), e.g. https://shop.example/api/v2 */
  baseUrl: string
  /** The platform's fetch, or a replacement such as a test's. */
  send: (url: string, request: SentRequest) => Promise<ReceivedResponse>
  /** The Bearer token; absent for a caller who is not signed in. */
  token?: string
}

/**
 * A client whose calls are typed by the declared endpoints: `call('GET /applications/{slug}/published', { params: { slug } })`. A call resolves
 * with the JSON of the answer. It rejects with CallError if the API refuses, and with the platform's error if the API cannot be reached.
 */
export const createClient =
  ({ baseUrl, send, token }: ClientOptions) =>
  async <Key extends EndpointKey>(
    key: Key,
    ...[input]: Record<string, never> extends Input<Key> ? [Input<Key>?] : [Input<Key>]
  ) => {
    const { params = {}, query = {}, body } = (input ?? {}) as { params?: Fields; query?: Fields; body?: unknown }
    const [method = '', template = ''] = key.split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const search = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
      .join('&')
    const response = await send(`${baseUrl}${path}${search && `?${search}`}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.ok) return (await response.json()) as Output<Key>
    const { code, message } = (await response.json().catch(() => ({}))) as { code?: ErrorCode; message?: string }
    throw new CallError(code ?? 'UNEXPECTED_ERROR', response.status, message ?? `HTTP ${response.status}`)
  }

type Fields = Record<string, unknown>
