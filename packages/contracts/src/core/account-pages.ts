import { z } from 'zod'
import { ANYONE, endpoint } from './endpoint.ts'
import { html } from './site-calls.ts'

/** Any query is accepted: the authorization reads it, and answers with a page or a message. */
const authorizeQuery = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const form = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** A page of the accounts server. */
export const page = <const Id extends string, const Path extends string>(id: Id, path: Path, summary: string) =>
  endpoint({
    id,
    api: 'accountsSite',
    method: 'GET',
    path,
    access: ANYONE,
    summary,
    query: authorizeQuery,
    ok: html,
  })
/** A form on a page of the accounts server. One network may send it `max` times in a minute. */
export const submit = <const Id extends string, const Path extends string>(id: Id, path: Path, summary: string, max: number) =>
  endpoint({
    id,
    api: 'accountsSite',
    method: 'POST',
    path,
    access: { kind: 'ownPage' },
    summary,
    query: authorizeQuery,
    body: form,
    ok: html,
    errors: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
    limit: { max, windowSeconds: 60 },
  })
