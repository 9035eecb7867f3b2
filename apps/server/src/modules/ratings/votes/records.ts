/** An account's own rating. */
export type OwnRatingRecord = {
  rate: number
  review: string | null
  name: string | null
  wantsMail: boolean
  writtenAt: Date | null
  verifiedAt: Date | null
  rejectedAt: Date | null
  rejection: string | null
  createdAt: Date
  updatedAt: Date
}
