import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallInput, CallOutput, Client, EndpointKey } from '@marketplace/contracts/api/client'
import { openedSession } from '../../lib/session/start.ts'
import { showToast } from '../../lib/toasts.ts'

/** The APIs that screens call as whoever is signed in. A path of one cannot be sent to the other: that is a type error. */
type CalledApi = 'product' | 'accounts' | 'billing'

export const call = async <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  ...input: CallArguments<Api, Key>
): Promise<CallOutput<Api, Key>> => ((await openedSession())[api] as unknown as Client<Api>)(key, ...input)

/** A question of an endpoint, kept under its API, its name and what it was given. */
export const endpointQuery = <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  ...input: CallArguments<Api, Key>
) => queryOptions({ queryKey: [api, key, ...input], queryFn: () => call(api, key, ...input) })

/** What an endpoint answers. Show it with Loaded, which has the states of waiting and failing. */
export const useEndpoint = <Api extends CalledApi, Key extends EndpointKey<Api>>(
  api: Api,
  key: Key,
  ...input: CallArguments<Api, Key>
) => useQuery(endpointQuery(api, key, ...input))

/** An endpoint by its API and name, whatever it is given. */
type Named = { [Api in CalledApi]: readonly [Api, EndpointKey<Api>] }[CalledApi]

type ChangeOptions<Output> = {
  /** The endpoints whose answers are not true any more: what is shown of them is asked for again. */
  stale: readonly Named[]
  /** What to say when it is done, which the answer has to bear out. */
  done: (answer: Output) => string
}

/** Calls an endpoint that changes something. Resolves when the stale queries have loaded again. */
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
