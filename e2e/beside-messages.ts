// The messages between a test and the process beside the server: beside.ts, beside-server.ts.

/** The `id` of the process's first message: from then on it answers. */
export const READY = 0

export type Asked = { id: number; what: string; given: readonly string[] }

/** `id` is that of the request. An answer has a result or an error. */
export type Answer = { id: number; result?: readonly unknown[] | null; error?: string }
