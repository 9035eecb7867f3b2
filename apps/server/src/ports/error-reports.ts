/** An error as a report may contain it: what failed and where, without any value that a person entered. */
export type ReportedError = { type: string; message: string; stack?: string; cause?: ReportedError }

/** Tells the operator's error-reporting service of failures. Never waits, and never fails. `area` is one of domain's failure areas. */
export type ErrorReports = {
  report: (error: ReportedError, area: string | null) => void
  /** Sends what waits, for a moment at most. */
  close: () => Promise<void>
}
