import { isBot } from '@marketplace/domain/bots'

type Visitor = { userAgent: string; connection?: { effectiveType?: string; saveData?: boolean } | undefined }

/** Whether to prefetch for this visitor: not on a slow connection, not if data is to be saved, not for bots. */
export const mayPrefetch = ({ userAgent, connection }: Visitor): boolean =>
  !isBot(userAgent) && !/headless/i.test(userAgent) && !connection?.saveData && !connection?.effectiveType?.endsWith('2g')
