import type { Synonym } from '@marketplace/search/synonyms'
import type { DatabaseClient } from '../../db/client.ts'
import { followChannel, type FollowLog, type Live } from '../../db/follow-channel.ts'
import { loadSynonyms, type SynonymRow } from './repository.ts'

export type Synonyms = { revision: number; synonyms: readonly Synonym[] }

const synonymOf = ({ words, oneWayFrom }: SynonymRow): Synonym =>
  oneWayFrom === null ? { words } : { from: oneWayFrom, to: words }

/** Keeps the synonyms in memory current. */
export const followSynonyms = ({ database, pool }: DatabaseClient, log: FollowLog): Promise<Live<Synonyms>> => {
  const readAll = async (revision: number): Promise<Synonyms> => ({
    revision,
    synonyms: (await loadSynonyms(database)).map(synonymOf),
  })
  return followChannel<Synonyms>({
    pool,
    channel: 'search',
    name: 'the synonyms',
    log,
    empty: { revision: 0, synonyms: [] },
    readAll,
    readChanges: (_, before) => readAll(before.revision + 1),
  })
}
