const BOT = /bot|crawl|spider|slurp|externalhit|mediapartners|lighthouse|pagespeed|prerender/i

/** Whether a user agent belongs to a crawler or to a tool that measures pages. */
export const isBot = (userAgent: string): boolean => BOT.test(userAgent)
