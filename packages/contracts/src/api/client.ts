import type { z } from 'zod'
import type { ApiName, Endpoint, PartInput } from '../core/endpoint.ts'
import type { ENDPOINTS } from './endpoints.ts'
import type { ErrorCode } from '../core/errors.ts'

// This file imports types only, so that a browser that uses this client loads no schemas.

type Declared = (typeof ENDPOINTS)[keyof typeof ENDPOINTS]
/** The endpoints of an API that read and answer JSON. */
type Callable<Api extends ApiName> = Exclude<Extract<Declared, { api: Api; ok: { body: z.ZodType } }>, { body: { kind: string } }>
type KeyOf<E> = E extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never
/** An endpoint's name within its API: "GET /applications/{slug}/published". */
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
/** The input of a call: the endpoint's parameters, query and body, as declared. */
type Given<E extends Endpoint> = Part<'params', PartInput<E['params']>> &
  Part<'query', PartInput<E['query']>> &
  Part<'body', PartInput<E['body']>> &
  KeyPart<E>
/** A write that supports an Idempotency-Key accepts one. A repeated key gets the stored answer. */
type KeyPart<E extends Endpoint> = E['idempotent'] extends true ? { idempotencyKey?: string } : unknown
export type CallInput<Api extends ApiName, Key extends EndpointKey<Api>> = Given<EndpointAt<Api, Key>>
export type CallOutput<Api extends ApiName, Key extends EndpointKey<Api>> = OutputOf<EndpointAt<Api, Key>>
/** The result of the call: the JSON of each declared answer; undefined for an answer without content. */
export type OutputOf<E extends Endpoint> =
  | BodyOf<E['ok']>
  | { [Status in keyof E['also']]: BodyOf<E['also'][Status]> }[keyof E['also']]
type BodyOf<Answer> = Answer extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
/** The input as rest arguments: it may be omitted if the endpoint takes none. */
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
  /** The refused fields with the reasons, if the API names them. */
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
  /** The address before the endpoint's path: the origin with the API's mount (`API_MOUNTS`), e.g. https://shop.example/api/v2 */
  baseUrl: string
  /** The platform's fetch, or a replacement such as a test's. */
  send: (url: string, request: SentRequest) => Promise<ReceivedResponse>
  /** The Bearer token; absent for a caller who is not signed in. */
  token?: string
}

/**
 * Creates a client of the API in the type argument: `createClient<'product'>(…)('GET /applications/{slug}/published', { params: { slug }
 * })`. Without a type argument, no call compiles. A call rejects with CallError if the API refuses it, and with fetch's own error if the
 * API could not be reached.
 */
export const createClient =
  <Api extends ApiName = never>({ baseUrl, send, token }: ClientOptions): Client<Api> =>
  async (key, ...[input]) => {
    const { params = {}, query = {}, body, idempotencyKey } = (input ?? {}) as Untyped
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
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status === 204) return undefined as never
    if (response.ok) return (await response.json()) as never
    throw await readCallError(response)
  }

/**
 * Encodes a parameter as one part of a path. Throws for an empty text, `.` and `..`: they would lead to another address, and browsers
 * resolve dots even if they are encoded.
 */
const partOf = (value: unknown): string => {
  const text = String(value)
  if (/^\.{0,2}$/.test(text)) throw new CallError('NOT_FOUND', 404, 'There is nothing at this address.')
  return encodeURIComponent(text)
}

/** Reads the error of a response that is not ok. */
export const readCallError = async (response: Pick<ReceivedResponse, 'status' | 'json'>): Promise<CallError> =>
  failureOf(response.status, (await response.json().catch(() => null)) as Envelope | null)

type Fields = Record<string, unknown>
type Untyped = { params?: Fields; query?: Fields; body?: unknown; idempotencyKey?: string }
/** The two formats of errors: that of the product and billing APIs, and OAuth's on the accounts server. */
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
