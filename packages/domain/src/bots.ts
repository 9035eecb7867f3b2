const BOT = /bot|crawl|spider|slurp|externalhit|mediapartners|lighthouse|pagespeed|prerender/i

/** Whether a browser says of itself that it is a crawler, or measures pages. */
export const isBot = (userAgent: string): boolean => BOT.test(userAgent)
