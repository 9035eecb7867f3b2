import { expect, test } from 'vitest'
import { isBot } from './bots.ts'

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
  'Mediapartners-Google',
  'Mozilla/5.0 (Linux; Android 11) Chrome-Lighthouse',
  'MY-CRAWLER/1.0',
])('%s is one', (agent) => expect(isBot(agent)).toBe(true))

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  '',
])('%s is none', (agent) => expect(isBot(agent)).toBe(false))
