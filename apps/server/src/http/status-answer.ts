import type { Endpoint, OtherAnswerOf } from '@marketplace/contracts/core/endpoint'

/** An answer with a status other than 200. */
export class StatusAnswer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** The answers that a handler may return besides the body of its 200. */
export type OtherStatus<E extends Endpoint> = StatusAnswer & { readonly endpoint?: OtherAnswerOf<E> }

/** Answers with a status that the endpoint declares in `also`. The compiler checks status and body. */
export const answered = <E extends Endpoint>(
  _: E,
  { status, body }: OtherAnswerOf<E> & { status: number; body: unknown },
): OtherStatus<E> => new StatusAnswer(status, body)
