import type { Query } from '../../accounts/index.ts'
import type { Prompt } from './read-request.ts'

/** The query of an authorization to continue with: without the prompts that are done, and with the parameters in `more`. */
export const authorizationQuery = (
  query: Query,
  done: readonly Prompt[] = [],
  more: Readonly<Record<string, string>> = {},
): string => {
  const left = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== '' && !Object.hasOwn(more, name)) left.append(name, each)
  const prompts = (left.get('prompt') ?? '').split(/[ ,]+/).filter((prompt) => prompt && !done.includes(prompt as Prompt))
  if (left.has('prompt')) left.set('prompt', prompts.join(' '))
  if (prompts.length === 0) left.delete('prompt')
  for (const [name, value] of Object.entries(more)) left.set(name, value)
  return left.toString()
}

/** To continue after signing in. */
export const queryAfterSignIn = (query: Query): string => authorizationQuery(query, ['login', 'select_account'])

/** To sign in with another account, and continue with the same authorization then. */
export const otherAccountQuery = (query: Query): string => authorizationQuery(query, [], { prompt: 'login' })
