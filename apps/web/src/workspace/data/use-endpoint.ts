import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallInput, CallOutput, Client, EndpointKey } from '@marketplace/contracts/api/client'
import { openedSession } from '../../lib/session/start.ts'
import { showToast } from '../../lib/toasts.ts'

/** The APIs that screens call as the signed-in person. The types refuse a path of one API in a call of another. */
type CalledApi = 'product' | 'accounts' | 'billing'

export const call = async <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  ...input: CallArguments<Api, Key>
): Promise<CallOutput<Api, Key>> => ((await openedSession())[api] as unknown as Client<Api>)(key, ...input)

/** A query of an endpoint. Its key consists of API, name and input. */
export const endpointQuery = <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  ...input: CallArguments<Api, Key>
) => queryOptions({ queryKey: [api, key, ...input], queryFn: () => call(api, key, ...input) })

/** Queries an endpoint. Show the result with Loaded, which handles loading and failures. */
export const useEndpoint = <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  ...input: CallArguments<Api, Key>
) => useQuery(endpointQuery(api, key, ...input))

/** An endpoint by its API and name, with any input. */
type Named = { [Api in CalledApi]: readonly [Api, EndpointKey<Api>] }[CalledApi]

type ChangeOptions<Output> = {
  /** The endpoints whose answers the change makes stale. Those in use are loaded again. */
  stale: readonly Named[]
  /** The message after the change. It should say only what the answer confirms. */
  done: (answer: Output) => string
}

/** Calls an endpoint that changes something. Resolves once the stale queries have loaded again. */
export const useChange = <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  { stale, done }: ChangeOptions<CallOutput<Api, Key>>,
) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<Api, Key>) => call(api, key, ...([input] as CallArguments<Api, Key>)),
    onSuccess: async (answer) => {
      await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })))
      showToast(done(answer))
    },
  }).mutateAsync
}
