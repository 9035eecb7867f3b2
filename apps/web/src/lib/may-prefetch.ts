const BOT = /bot|crawl|spider|slurp|externalhit|mediapartners|headless|lighthouse|pagespeed|prerender/i

type Visitor = { userAgent: string; connection?: { effectiveType?: string; saveData?: boolean } | undefined }

/** Whether to fetch ahead for this visitor at all: not on a slow line, not where data is saved, not for bots (section 9). */
export const mayPrefetch = ({ userAgent, connection }: Visitor): boolean =>
  !BOT.test(userAgent) && !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
