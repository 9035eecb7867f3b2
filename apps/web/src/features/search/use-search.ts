import { findVariant, variantNamed } from '@marketplace/contracts/core/variants'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { fetchAnswer, searchAddress } from '../../lib/search-client.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createSearchSession } from './search-session.ts'

const cache = createAnswerCache(Date.now)

/** Reads the variant from the document. A host name may have chosen it, and then the path does not contain it. */
const currentVariant = () => findVariant(document.body.dataset.variant ?? '') ?? variantNamed('base')

const newSession = () =>
  createSearchSession({ ask: (text, signal) => fetchAnswer(searchAddress(currentVariant(), text), signal), cache })

/** The answer to the typed text, updated as it arrives. */
export const useSearch = (typed: string) => {
  const [session] = useState(newSession)
  const state = useSyncExternalStore(session.subscribe, session.read)
  useEffect(() => session.search(typed), [session, typed])
  useEffect(() => session.stop, [session])
  return { ...state, retry: session.retry }
}
