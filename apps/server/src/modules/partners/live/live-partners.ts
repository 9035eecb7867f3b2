import type { DatabaseClient } from '../../../db/client.ts'
import { followChannel, type FollowLog, type Live } from '../../../db/follow-channel.ts'
import type { Clock } from '../../../core/clock.ts'
import { loadCampaigns, loadExperts, loadProspects } from './repository.ts'
import { buildSnapshot, type PartnersRead, type PartnersSnapshot } from './snapshot.ts'

/** `current` returns the published data. An expert is included from its publishedAt on, without a change of the database. */
export type LivePartners = Live<PartnersSnapshot>

/**
 * Keeps experts, prospects and campaigns in memory. There are only a few, so any announcement on the channel `partners` reads all of them
 * again.
 */
export const openLivePartners = async (
  { database, pool }: DatabaseClient,
  clock: Clock,
  log: FollowLog,
): Promise<LivePartners> => {
  const readAll = async (revision: number): Promise<PartnersRead> => ({
    revision,
    experts: await loadExperts(database),
    prospects: await loadProspects(database),
    campaigns: await loadCampaigns(database),
  })
  const read = await followChannel<PartnersRead>({
    pool,
    channel: 'partners',
    name: 'the partner experts',
    log,
    empty: { revision: 0, experts: [], prospects: [], campaigns: [] },
    readAll,
    readChanges: (_, before) => readAll(before.revision + 1),
  })

  const listeners: ((snapshot: PartnersSnapshot) => void)[] = []
  let shown = buildSnapshot(1, read.current(), clock.now())
  const show = () => {
    shown = buildSnapshot(shown.snapshot.revision + 1, read.current(), clock.now())
    for (const listener of listeners) listener(shown.snapshot)
  }
  read.onChange(show)

  return {
    current: () => {
      if (shown.until && shown.until <= clock.now()) show()
      return shown.snapshot
    },
    connected: read.connected,
    onChange: (hears) => void listeners.push(hears),
    close: read.close,
  }
}
