const BOT = /bot|crawl|spider|slurp|externalhit|mediapartners|headless|lighthouse|pagespeed|prerender/i

type Visitor = { userAgent: string; connection?: { effectiveType?: string; saveData?: boolean } | undefined }

/** Whether to prefetch for this visitor: not on a slow connection, not if data is to be saved, not for bots. */
export const mayPrefetch = ({ userAgent, connection }: Visitor): boolean =>
  !BOT.test(userAgent) && !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
