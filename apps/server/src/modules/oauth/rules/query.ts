import type { Query } from '../../accounts/index.ts'
import type { Prompt } from './read-request.ts'

/** The query with which an authorization continues: without the prompts that are done, and with the parameters in `more`. */
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

/** The query with which an authorization continues after the sign-in. */
export const queryAfterSignIn = (query: Query): string => authorizationQuery(query, ['login', 'select_account'])

/** The query to sign in with another account first, and then continue with the same authorization. */
export const otherAccountQuery = (query: Query): string => authorizationQuery(query, [], { prompt: 'login' })
