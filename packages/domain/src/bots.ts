const BOT = /bot|crawl|spider|slurp|externalhit|mediapartners|lighthouse|pagespeed|prerender/i

/** Whether a user agent names a crawler or a tool that measures pages. */
export const isBot = (userAgent: string): boolean => BOT.test(userAgent)
