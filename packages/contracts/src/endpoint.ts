import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './roles.ts'

/**
 * Who may call an endpoint. There is no default: an endpoint that does not say so does not compile, and a route
 * without an endpoint stops the server.
 * - `anyone`: no sign-in, any address
 * - `ownPage`: anyone, by a form on a page of the same origin; what comes from another page is refused before it is counted (403)
 * - `loopback`: this machine only, or whoever has the token that the named setting holds
 * - `account`: whoever is signed in, by a Bearer token, and where `may` names a permission, only who has it (403)
 */
export type Access =
  | { kind: 'anyone' }
  | { kind: 'ownPage' }
  | { kind: 'loopback'; unlessToken: 'METRICS_TOKEN' }
  | { kind: 'account'; may: Permission | null }

export const ANYONE: { kind: 'anyone' } = { kind: 'anyone' }
export const ACCOUNT: { kind: 'account'; may: null } = { kind: 'account', may: null }
/** Whoever is signed in and has this permission. */
export const accountWith = (may: Permission): { kind: 'account'; may: Permission } => ({ kind: 'account', may })

/**
 * How often an address may be called by one caller, who is known by the account where there is one and by the address otherwise
 * (contract, "Rate limits"). A window is in seconds.
 */
export type RateLimit = { max: number; windowSeconds: number }

/**
 * Where an endpoint is mounted. `product` is served under /api/v2 (live chat) and /api/v1 (help desk), `search` is the hosted index's
 * protocol, `accounts` and `accountsSite` are on the accounts server.
 */
export const API_MOUNTS = {
  site: [''],
  product: ['/api/v2', '/api/v1'],
  billing: ['/billing/v3'],
  search: ['/search'],
  /** On the accounts server, an origin of its own: its API, and the pages of sign-in. */
  accounts: ['/v2'],
  accountsSite: [''],
} as const
export type ApiName = keyof typeof API_MOUNTS

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Shape = z.ZodType | undefined

/** What an endpoint answers with: a schema for JSON, or the media type of anything else. */
export type DeclaredAnswer = { description: string; body: z.ZodType } | { description: string; contentType: string }

/** Answers of success besides 200, each where the endpoint has it: something was made, will be done, or there is nothing to say. */
export type OtherAnswers = Readonly<Partial<Record<201 | 202, DeclaredAnswer> & { 204: { description: string } }>>

/** One declaration of an endpoint: it drives route, validation, serialisation, OpenAPI and the typed client. */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Ok extends DeclaredAnswer = DeclaredAnswer,
  Who extends Access = Access,
  Also extends OtherAnswers = OtherAnswers,
> = {
  /** Also the operationId in OpenAPI; unique. */
  id: string
  api: ApiName
  method: Method
  /** With parameters in braces, `/applications/{slug}/published`; `*` at the end takes the rest of the path. */
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
   * Whether an Idempotency-Key is honoured: the same key and request get the stored answer again, of two at once only one runs, and
   * another request under a used key is 422.
   */
  idempotent: boolean
  errors: readonly ErrorCode[]
  limit: RateLimit | null
}

type EndpointDeclaration<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
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
}

/** Where an endpoint is, kept in its type to the letter: the typed client knows it by "GET /applications/published". */
type EndpointAddress<Api extends ApiName, M extends Method, Path extends string> = { api: Api; method: M; path: Path }

/** Declares an endpoint. What is left out of `params`, `query` and `body` is not accepted. */
export const endpoint = <
  const Api extends ApiName,
  const M extends Method,
  const Path extends string,
  Ok extends DeclaredAnswer,
  const Who extends Access,
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
  const Also extends OtherAnswers = Record<never, never>,
>(
  given: EndpointDeclaration<Params, Query, Body, Ok, Who, Also> & EndpointAddress<Api, M, Path>,
): Endpoint<Params, Query, Body, Ok, Who, Also> & EndpointAddress<Api, M, Path> => ({
  ...given,
  params: given.params as Params,
  query: given.query as Query,
  body: given.body as Body,
  also: given.also ?? ({} as Also),
  idempotent: given.idempotent ?? false,
  errors: given.errors ?? [],
  limit: given.limit ?? null,
})

/** The parsed value of one part of an endpoint; undefined where it declares none. */
export type ParsedPart<Part extends Shape> = Part extends z.ZodType ? z.output<Part> : undefined
/** What a caller gives for one part of an endpoint. */
export type PartInput<Part extends Shape> = Part extends z.ZodType ? z.input<Part> : undefined
/** The JSON an endpoint answers with. */
export type AnswerOf<E extends Endpoint> = E['ok'] extends { body: infer B extends z.ZodType } ? z.input<B> : never

/** An answer with another status than 200, as the endpoint declares it in `also`. */
export type OtherAnswerOf<E extends Endpoint> = {
  [Status in keyof E['also']]: {
    status: Status
    body: E['also'][Status] extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
  }
}[keyof E['also']]
