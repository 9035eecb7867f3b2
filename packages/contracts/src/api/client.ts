import type { z } from 'zod'
import type { ApiName, Endpoint, PartInput } from '../core/endpoint.ts'
import type { ENDPOINTS } from './endpoints.ts'
import type { ErrorCode } from '../core/errors.ts'

// Imports types only, so that a browser that uses this client loads none of the schemas.

type Declared = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]
/** The endpoints of an API that read and answer JSON. */
type Callable<Api extends ApiName> = Exclude<Extract<Declared, { api: Api; ok: { body: z.ZodType } }>, { body: { kind: string } }>
type KeyOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never
/** An endpoint as one names it within its API: "GET /applications/{slug}/published". */
export type EndpointKey<Api extends ApiName> = KeyOf<Callable<Api>>
type EndpointAt<Api extends ApiName, Key extends string> = Extract<Callable<Api>, { method: FirstWord<Key>; path: Rest<Key> }>
type FirstWord<Key extends string> = Key extends `${infer Word} ${string}` ? Word : never
type Rest<Key extends string> = Key extends `${string} ${infer Path}` ? Path : never

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : // If all fields of a part are optional, the part itself is optional too.
    Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }
/** What a call of the endpoint takes: its parameters, query and body, as declared. */
type Given<E extends Endpoint> = Part<'params', PartInput<E['params']>> &
  Part<'query', PartInput<E['query']>> &
  Part<'body', PartInput<E['body']>>
export type CallInput<Api extends ApiName, Key extends EndpointKey<Api>> = Given<EndpointAt<Api, Key>>
export type CallOutput<Api extends ApiName, Key extends EndpointKey<Api>> = EndpointAt<Api, Key>['ok'] extends {
  body: infer B extends z.ZodType
}
  ? z.output<B>
  : never
/** The input as the rest of an argument list: it may be left out where nothing has to be given. */
export type CallArguments<Api extends ApiName, Key extends EndpointKey<Api>> =
  Record<string, never> extends CallInput<Api, Key> ? [CallInput<Api, Key>?] : [CallInput<Api, Key>]

/** Calls of one API, typed by its endpoints: a path of another API is a type error. */
export type Client<Api extends ApiName> = <Key extends EndpointKey<Api>>(
  key: Key,
  ...input: CallArguments<Api, Key>
) => Promise<CallOutput<Api, Key>>

/** A call that the API refused: the error's code and message, and the HTTP status. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** What of the request was refused and why, where the API says so. */
  readonly fields: readonly RefusedField[]

  constructor(code: ErrorCode, status: number, message: string, fields: readonly RefusedField[] = []) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
  }
}

export type RefusedField = { field: string; message: string }

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
 * A client of the API that its type names: `createClient<'product'>(…)('GET /applications/{slug}/published', { params: { slug } })`. Without
 * a name it can call nothing. A call rejects with CallError where the API says no, and with the platform's error where it could not be
 * reached.
 */
export const createClient =
  <Api extends ApiName = never>({ baseUrl, send, token }: ClientOptions): Client<Api> =>
  async (key, ...[input]) => {
    const { params = {}, query = {}, body } = (input ?? {}) as { params?: Fields; query?: Fields; body?: unknown }
    const [method = '', template = ''] = (key as string).split(' ')
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => partOf(params[name]))
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
    if (response.ok) return (await response.json()) as never
    throw await refusalOf(response)
  }

/** A parameter as one part of a path. Nothing is called `.` or `..`, which a browser takes for a way to another address, however it is written. */
const partOf = (value: unknown): string => {
  const text = String(value)
  if (/^\.{0,2}$/.test(text)) throw new CallError('NOT_FOUND', 404, 'There is nothing at this address.')
  return encodeURIComponent(text)
}

/** What a response that is not ok says. */
export const refusalOf = async (response: Pick<ReceivedResponse, 'status' | 'json'>): Promise<CallError> =>
  failureOf(response.status, (await response.json().catch(() => null)) as Envelope | null)

type Fields = Record<string, unknown>
/** How the APIs say no: the product API and billing in the first words, the accounts server in those of OAuth. */
type Envelope = Partial<{
  code: string
  message: string
  fields: RefusedField[]
  error: string
  sub_error: string
  error_description: string
  invalid_fields: RefusedField[]
}>

const failureOf = (status: number, envelope: Envelope | null): CallError => {
  const { code, message, fields, error, sub_error, error_description, invalid_fields } = envelope ?? {}
  const name = code ?? (sub_error ?? error)?.toUpperCase() ?? 'UNEXPECTED_ERROR'
  return new CallError(name as ErrorCode, status, message ?? error_description ?? `HTTP ${status}`, fields ?? invalid_fields)
}
