import { isBot } from '@marketplace/domain/bots'

type Visitor = { userAgent: string; connection?: { effectiveType?: string; saveData?: boolean } | undefined }

/** Whether to fetch pages ahead for this visitor: not on slow connections, not with data saving, not for bots. */
export const mayPrefetch = ({ userAgent, connection }: Visitor): boolean =>
  !isBot(userAgent) && !/headless/i.test(userAgent) && !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
