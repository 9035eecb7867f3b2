/** An error in the form for a report: what failed and where, without any value that a person has entered. */
export type ReportedError = { type: string; message: string; stack?: string; cause?: ReportedError }

/** Reports failures to the operator's error-reporting service. Never waits, and never throws. `area` is one of the domain's failure areas. */
export type ErrorReports = {
  report: (error: ReportedError, area: string | null) => void
  /** Sends the waiting reports, for a short time at most. */
  close: () => Promise<void>
}
