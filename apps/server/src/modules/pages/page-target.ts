import {
  splitVariantPath,
  type Variant,
  variantInMode,
  type VariantName,
  variantNamed,
} from '@marketplace/contracts/core/variants'
import type { MadeAnswer } from '../../http/answer-cache.ts'
import { splitTarget } from '../../http/readable-address.ts'
import { encodePath, readPath } from './page-address.ts'

/**
 * The target of a request: the variant, the variant's base path (empty if the host name selects the variant) and the path within it.
 * `isShown` is false for a request of the headers only (HEAD).
 */
export type PageTarget = {
  variant: Variant
  basename: string
  path: string
  /** See readPath. */
  isPlain: boolean
  query: URLSearchParams
  isShown: boolean
  /** The client's network address. Searches are queued by address, so that one address cannot block the others. */
  caller: string
}

type ReadTarget = (request: { host: string | undefined; url: string; method: string; ip: string }) => PageTarget

/** Reads the target of a request. `variantHosts` are the host names that select a variant. */
export const targetReader = (variantHosts: Readonly<Record<string, VariantName>>): ReadTarget => {
  const byHost = new Map(Object.entries(variantHosts))
  return ({ host, url, method, ip: caller }) => {
    const isShown = method === 'GET'
    const target = splitTarget(url)
    const { path, isPlain } = readPath(target.path)
    const rest = { isPlain, query: new URLSearchParams(target.query), isShown, caller }
    const name = host?.toLowerCase() ?? ''
    const named = byHost.get(name) ?? byHost.get(name.replace(/:\d{1,5}$/, ''))
    if (named) return { variant: variantInMode(variantNamed(named), rest.query), basename: '', path, ...rest }
    const { variant, path: within } = splitVariantPath(path)
    return { variant: variantInMode(variant, rest.query), basename: variant.prefix, path: within, ...rest }
  }
}

/** A redirect to the current address of the target. */
export const movedTo = ({ basename, query }: PageTarget, path: string): MadeAnswer => ({
  status: 301,
  contentType: 'text/html; charset=utf-8',
  body: '',
  headers: {
    location: `${basename}${encodePath(path)}${query.size ? `?${query}` : ''}`,
    'cache-control': 'public, max-age=3600',
  },
  until: null,
})
