// The expected statuses of the endpoints of ratings: everybody reads, people with the application rate, its developers answer.
import { countVotes } from './harness.ts'
import type { TestMarketplace } from './marketplace.ts'
import type { CallerName, Ids, PermissionRow } from './permission-rows.ts'

type SignedIn = (status: number, request?: PermissionRow['request'], over?: Partial<Record<CallerName, number>>) => PermissionRow
type Anyone = (status: number, request?: PermissionRow['request']) => PermissionRow

const REVIEW = 'permission-review'
const WRITTEN_AT = '2026-11-01T08:00:00.000Z'
const NOT_BY_OTHERS = { ghost: 403, application: 403 }

/** All members of Acme have the application and have rated it. */
const giveRatings = async ({ sql, acme, store }: TestMarketplace, { sold }: Ids): Promise<void> => {
  await sql('delete from ratings')
  await sql(
    `insert into installations (id, organization_id, application_id, installed_at) values ('permission-rating', $1, $2, now())`,
    [acme.id, sold],
  )
  await sql(
    `insert into ratings (id, application_id, account_id, organization_id, rate)
     select 'rating of ' || account_id, $2, account_id, $1, 4 from (select distinct account_id from memberships where organization_id = $1) m`,
    [acme.id, sold],
  )
  await countVotes(store)
}

/** A review of an application that Acme develops. */
const giveReview =
  (verifiedAt: string | null) =>
  async ({ sql, idOf }: TestMarketplace): Promise<void> => {
    await sql('delete from ratings')
    await sql(
      `insert into ratings (id, application_id, rate, name, review, written_at, verified_at) values ($1, $2, 4, 'Ada', 'Does its work.', $3, $4)`,
      [REVIEW, idOf('own-published'), WRITTEN_AT, verifiedAt],
    )
  }
const shown = { before: giveReview(WRITTEN_AT) }

export const ratingRows = (signedIn: SignedIn, anyone: Anyone) => {
  const ofSold =
    (body?: object): PermissionRow['request'] =>
    ({ sold }) => ({ params: { id: sold }, ...(body && { body }) })
  const ofReview =
    (body?: object): PermissionRow['request'] =>
    () => ({ params: { id: REVIEW }, ...(body && { body }) })
  const forStaff = Object.fromEntries(
    (['owner', 'viceowner', 'administrator', 'viewer', 'normal', 'member', 'stranger', 'ghost', 'application'] as const).map(
      (caller) => [caller, 403],
    ),
  )
  return {
    getRatingSummary: anyone(404, ({ application }) => ({ params: { id: application } })),
    listReviews: anyone(404, ({ application }) => ({ params: { id: application } })),
    getMyRating: signedIn(200, ofSold()),
    rateApplication: {
      ...signedIn(200, ofSold({ rate: 5 }), { ghost: 403, stranger: 422, staff: 422 }),
      before: giveRatings,
    },
    deleteRating: { ...signedIn(200, ofSold(), { ghost: 403, stranger: 404, staff: 404 }), before: giveRatings },
    reportReview: { ...signedIn(200, ofReview({ reason: 'spam' }), NOT_BY_OTHERS), ...shown },
    answerReview: {
      ...signedIn(200, ofReview({ answer: 'Thank you.' }), { ghost: 403, stranger: 403, staff: 403 }),
      ...shown,
    },
    deleteAnswer: {
      ...signedIn(200, ofReview(), { ghost: 403, stranger: 403, staff: 403 }),
      before: async (market: TestMarketplace) => {
        await shown.before(market)
        await market.sql(`insert into review_answers (rating_id, answer, written_at) values ($1, 'Thank you.', now())`, [REVIEW])
      },
    },
    listQueuedReviews: signedIn(200, () => ({}), forStaff),
    decideReview: {
      ...signedIn(200, ofReview({ decision: 'verify', writtenAt: WRITTEN_AT }), forStaff),
      before: giveReview(null),
    },
  }
}
