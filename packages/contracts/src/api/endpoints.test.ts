// Rules for every declaration of an endpoint.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { API_MOUNTS, type Endpoint, streamedBodyOf } from '../core/endpoint.ts'
import { ERRORS, type ErrorCode } from '../core/errors.ts'
import { ENDPOINTS } from './endpoints.ts'

const endpoints = Object.entries(ENDPOINTS as Record<string, Endpoint>)
const only = (which: (endpoint: Endpoint) => boolean) => endpoints.filter(([, endpoint]) => which(endpoint))
const isWrite = ({ method }: Endpoint): boolean => method !== 'GET'
/** Searches have a queue instead of a limit, and are POST requests in the hosted-index protocol. */
const isSearch = ({ api, id }: Endpoint): boolean => api === 'search' || id === 'searchMarketplace'
const declaredParams = ({ params }: Endpoint): string[] => (params instanceof z.ZodObject ? Object.keys(params.shape) : [])

describe('every endpoint', () => {
  test('is listed under its own id', () => {
    expect(endpoints.length).toBeGreaterThan(100)
    for (const [name, { id }] of endpoints) expect(id).toBe(name)
  })

  test('is among them, whichever file declares it', async () => {
    const folder = join(import.meta.dirname, '..')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^(?!api\b).*endpoints\.ts$/.test(path),
    )
    expect(files.length).toBeGreaterThan(20)
    const declared = await Promise.all(files.map(async (path) => Object.keys((await import(join(folder, path))) as object)))
    expect(declared.flat().filter((id) => !Object.hasOwn(ENDPOINTS, id))).toEqual([])
  })

  test('has an address of its own', () => {
    const addresses = endpoints.map(([, { api, method, path }]) => `${api} ${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(addresses.toSorted().filter((address, index, all) => address === all[index + 1])).toEqual([])
  })

  test.each(endpoints)('%s: its path, parameters, summary and errors are well formed', (_, endpoint) => {
    const { path, summary, errors, api, also } = endpoint
    expect(path).toMatch(/^(?:\/[\w.{}\-:]*)*(?:\/?\*)?$/)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    if (path.endsWith('*')) inPath.push('*')
    expect(declaredParams(endpoint).toSorted()).toEqual(inPath.toSorted())
    expect(summary).toMatch(/^["A-Z].*[^.\s]$/s)
    expect(new Set(errors).size).toBe(errors.length)
    for (const code of errors) expect(Object.hasOwn(ERRORS, code)).toBe(true)
    expect(API_MOUNTS[api].length).toBeGreaterThan(0)
    for (const status of Object.keys(also)) expect(['201', '202', '204']).toContain(status)
  })
})

describe('reads and writes', () => {
  test.each(only((endpoint) => isWrite(endpoint) && !isSearch(endpoint)))(
    '%s, a write, is limited and says so',
    (_, { limit, errors }) => {
      expect(limit).not.toBeNull()
      expect(limit?.max).toBeGreaterThan(0)
      expect(limit?.windowSeconds).toBeGreaterThan(0)
      expect(errors).toContain('TOO_MANY_REQUESTS')
    },
  )

  test.each(only((endpoint) => !isWrite(endpoint)))('%s, a read, has neither body nor key', (_, { body, idempotent }) => {
    expect(body).toBeUndefined()
    expect(idempotent).toBe(false)
  })

  test.each(only((endpoint) => endpoint.limit === null && !isSearch(endpoint)))(
    '%s, which has no limit, never answers that it was reached',
    (_, { errors }) => {
      expect(errors).not.toContain('TOO_MANY_REQUESTS')
    },
  )

  test('endpoints with an Idempotency-Key declare the errors of a second request', () => {
    const idempotent = only((endpoint) => endpoint.idempotent)
    expect(idempotent.length).toBeGreaterThan(3)
    for (const [id, { errors }] of idempotent) expect({ id, errors }).toEqual({ id, errors: expect.arrayContaining(KEYS) })
    for (const [id, { errors }] of only((endpoint) => !endpoint.idempotent))
      expect({ id, errors: errors.filter((code) => KEYS.includes(code)) }).toEqual({ id, errors: [] })
  })
})

const KEYS: ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_RUNNING']

describe('who may call', () => {
  test.each(only(({ access }) => access.kind === 'account'))('%s asks for a token and says how it refuses one', (_, endpoint) => {
    const { errors, access } = endpoint
    expect(errors).toEqual(expect.arrayContaining(['UNAUTHORIZED', 'TOKEN_INVALID', 'MISDIRECTED_REQUEST']))
    if (access.kind === 'account' && (access.may !== null || access.client !== 'any')) expect(errors).toContain('FORBIDDEN')
  })

  // getTokenInfo is excluded: the token that it describes is part of its request.
  test.each(only(({ access, id }) => access.kind === 'anyone' && id !== 'getTokenInfo'))(
    '%s is for anyone, and asks for no token',
    (_, { errors }) => {
      expect(errors).not.toContain('UNAUTHORIZED')
    },
  )

  test.each(only(({ access }) => access.kind === 'webhook'))('%s reads the bytes that were signed', (_, endpoint) => {
    expect(streamedBodyOf(endpoint)?.kind).toBe('raw')
  })

  test.each(only(({ access }) => access.kind === 'ownPage'))('%s refuses other pages’ forms', (_, { errors }) => {
    expect(errors).toContain('FORBIDDEN')
  })
})

describe('declared errors', () => {
  test.each(only(({ body }) => body instanceof z.ZodObject))(
    '%s, which reads a body, declares an error for an invalid one',
    (_, endpoint) => {
      const { errors, api } = endpoint
      // The pages of the accounts server show their form again instead.
      if (api === 'accountsSite') return
      expect(errors.some((code) => code === 'INVALID_PARAMETERS' || code === 'BAD_REQUEST')).toBe(true)
    },
  )

  test.each(only((endpoint) => declaredParams(endpoint).includes('id')))(
    '%s, which has an id, declares an error for an unknown id',
    (_, endpoint) => {
      const { errors } = endpoint
      expect(errors.filter((code) => ERRORS[code].status === 404 || ERRORS[code].status === 422)).not.toEqual([])
    },
  )

  test('a schema that is named in OpenAPI has a name of its own', () => {
    const named = new Map<string, Set<z.ZodType>>()
    for (const [, { ok, also }] of endpoints)
      for (const answer of [ok, ...Object.values(also)]) {
        const body = 'body' in answer ? (answer.body as z.ZodType) : null
        const name = body?.meta()?.id
        if (body && name !== undefined) named.set(name, (named.get(name) ?? new Set()).add(body))
      }
    expect([...named].filter(([, schemas]) => schemas.size > 1).map(([name]) => name)).toEqual([])
    expect(named.size).toBeGreaterThan(30)
  })
})
