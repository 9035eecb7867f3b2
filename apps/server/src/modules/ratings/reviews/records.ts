/** The developer's answer to a review. `developer` is its name. */
export type AnswerRecord = { developer: string | null; answer: string; writtenAt: Date }

/** A review of an application, verified by the operator. */
export type ReviewRecord = {
  id: string
  name: string
  rate: number
  review: string
  createdAt: Date
  installedSince: Date | null
  plan: string | null
  answer: AnswerRecord | null
}

/** Shown reviews of an application, and how many there are. */
export type ReviewList = { total: number; reviews: ReviewRecord[] }
