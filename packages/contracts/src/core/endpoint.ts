import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './roles.ts'

/**
 * Who may call an endpoint. There is no default: an endpoint without `access` does not compile, and a route
 * without an endpoint stops the server.
 * - `anyone`: no sign-in, any address
 * - `ownPage`: anyone, by a form on a page of the same origin; a request from another page gets 403 before limits count it
 * - `loopback`: this machine, or a caller with the token in the named setting
 * - `account`: a caller with a Bearer token (else 401) of the right client (else 403) and, if `may` is not null, with that permission (else 403)
 * - `webhook`: a sender who signs the bytes of the request, with the signature in the named header; a missing or wrong signature gets 400
 */
export type Access =
  | { kind: 'anyone' }
  | { kind: 'ownPage' }
  | { kind: 'loopback'; unlessToken: 'METRICS_TOKEN' }
  | AccountAccess
  | WebhookAccess

/**
 * The OAuth client to which a token must belong. `marketplace`: the storefront's own client, for actions that only the buyer may take.
 * `application`: any client that is not one of the marketplace's own.
 */
export type CallingClient = 'any' | 'marketplace' | 'application'
export type AccountAccess<May extends Permission | null = Permission | null> = {
  kind: 'account'
  may: May
  client: CallingClient
}
/** `signature` is the name of the header, in lower case. */
export type WebhookAccess = { kind: 'webhook'; signature: string }

export const ANYONE: { kind: 'anyone' } = { kind: 'anyone' }
export const ACCOUNT: AccountAccess<null> = { kind: 'account', may: null, client: 'any' }
/** Access for a signed-in account that has this permission, or any if it is null. */
export const accountWith = <May extends Permission | null>(
  may: May,
  { client = 'any' }: { client?: CallingClient } = {},
): AccountAccess<May> => ({ kind: 'account', may, client })

/** A body of any content type, as its bytes. `maxBytes` is compared with the announced length before the first byte is read, and while bytes arrive. */
export type RawBody = { kind: 'raw'; maxBytes: number }
export const rawBody = (maxBytes: number): RawBody => ({ kind: 'raw', maxBytes })
/**
 * A form with files. Its limits are checked while it arrives. Their sum is compared with the announced length before the first byte is
 * read.
 */
export type MultipartBody = {
  kind: 'multipart'
  files: number
  maxFileBytes: number
  fields: number
  maxFieldBytes: number
}
export const multipartBody = (limits: Omit<MultipartBody, 'kind'>): MultipartBody => ({ kind: 'multipart', ...limits })
type StreamedBody = RawBody | MultipartBody
/** Null for a body that a schema describes, and for an endpoint without a body. */
export const streamedBodyOf = ({ body }: Pick<Endpoint, 'body'>): StreamedBody | null => (body && 'kind' in body ? body : null)

/**
 * How often one caller may call an endpoint: `max` calls in a window. A caller is an account, or a network address if the request has no
 * account: docs/product/apis.md, Limits.
 */
export type RateLimit = { max: number; windowSeconds: number }

/**
 * The paths under which each API is served. `product` has one for live chat (/api/v2) and one for the help desk (/api/v1); `search` is the
 * hosted-index protocol.
 */
export const API_MOUNTS = {
  site: [''],
  product: ['/api/v2', '/api/v1'],
  billing: ['/billing/v3'],
  search: ['/search'],
  /** On the accounts server, which is an origin of its own: its API, and its pages. */
  accounts: ['/v2'],
  accountsSite: [''],
} as const
export type ApiName = keyof typeof API_MOUNTS

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodType | undefined
type BodyShape = Shape | StreamedBody

/** A declared answer: a schema for JSON, or a description and the media type of other content. */
export type DeclaredAnswer = { description: string; body: z.ZodType } | { description: string; contentType: string }

/** Declared answers besides 200: 201 created, 202 accepted for later, 204 without content. */
export type OtherAnswers = Readonly<Partial<Record<201 | 202, DeclaredAnswer> & { 204: { description: string } }>>

/** The declaration of an endpoint. Its route, validation, serialisation, OpenAPI and typed client are made from it: docs/decisions/0001. */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends BodyShape = BodyShape,
  Ok extends DeclaredAnswer = DeclaredAnswer,
  Who extends Access = Access,
  Also extends OtherAnswers = OtherAnswers,
> = {
  /** Also the operationId in OpenAPI; unique. */
  id: string
  api: ApiName
  method: Method
  /** The path, with parameters in braces: `/applications/{slug}/published`. `*` at the end matches the rest of the path. */
  path: string
  access: Who
  summary: string
  params: Params
  query: Query
  body: Body
  /** The answer with status 200. */
  ok: Ok
  also: Also
  /**
   * Whether the endpoint honours an Idempotency-Key: a repeated key and request get the stored answer. docs/product/apis.md, Limits, has
   * the rule.
   */
  idempotent: boolean
  errors: readonly ErrorCode[]
  limit: RateLimit | null
  /** The most bytes of a JSON body; null for the server's own limit. */
  maxBytes: number | null
}

type EndpointDeclaration<
  Params extends Shape,
  Query extends Shape,
  Body extends BodyShape,
  Ok extends DeclaredAnswer,
  Who extends Access,
  Also extends OtherAnswers,
> = Pick<Endpoint, 'id' | 'summary'> & {
  access: Who
  params?: Params
  query?: Query
  body?: Body
  ok: Ok
  also?: Also
  idempotent?: true
  errors?: readonly ErrorCode[]
  limit?: RateLimit
  maxBytes?: number | null
}

/** API, method and path as literal types: the typed client finds the endpoint by "GET /applications/published". */
type EndpointAddress<Api extends ApiName, M extends Method, Path extends string> = { api: Api; method: M; path: Path }

/** Declares an endpoint. A request may not have a part (`params`, `query`, `body`) that the declaration leaves out. */
export const endpoint = <
  const Api extends ApiName,
  const M extends Method,
  const Path extends string,
  Ok extends DeclaredAnswer,
  const Who extends Access,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends BodyShape = undefined,
  const Also extends OtherAnswers = Record<never, never>,
  const Keeps extends boolean = false,
>(
  given: EndpointDeclaration<Params, Query, Body, Ok, Who, Also> & EndpointAddress<Api, M, Path> & { idempotent?: Keeps },
): Endpoint<Params, Query, Body, Ok, Who, Also> & EndpointAddress<Api, M, Path> & { idempotent: Keeps } => ({
  ...given,
  params: given.params as Params,
  query: given.query as Query,
  body: given.body as Body,
  also: given.also ?? ({} as Also),
  idempotent: (given.idempotent ?? false) as Keeps,
  errors: given.errors ?? [],
  limit: given.limit ?? null,
  maxBytes: given.maxBytes ?? null,
})

/** The value of one part of a request after validation; undefined if the endpoint does not declare the part. */
export type ParsedPart<Part extends BodyShape> = Part extends z.ZodType ? z.output<Part> : undefined
/** The value of one part as a caller passes it, before validation fills in defaults. */
export type PartInput<Part extends BodyShape> = Part extends z.ZodType ? z.input<Part> : undefined
/** The JSON of the answer with status 200; never for an answer that is not JSON. */
export type AnswerOf<E extends Endpoint> = E['ok'] extends { body: infer B extends z.ZodType } ? z.input<B> : never

/** Status and JSON of an answer that the endpoint declares in `also`. */
export type OtherAnswerOf<E extends Endpoint> = {
  [Status in keyof E['also']]: {
    status: Status
    body: E['also'][Status] extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
  }
}[keyof E['also']]
