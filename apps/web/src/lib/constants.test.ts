import { readFileSync } from 'node:fs'
import * as session from '@marketplace/contracts/accounts/session'
import { ANALYTICS_PRODUCT, ANALYTICS_ROOT } from '@marketplace/contracts/analytics/events'
import { CHARGE_POLL_MS, PURCHASE_POLL } from '@marketplace/contracts/carts/texts'
import { HIGHLIGHT_TAGS, HIGHLIGHTS_LIMIT } from '@marketplace/contracts/core/enumerations'
import { NO_ACCESS_MAX_AGENTS } from '@marketplace/contracts/core/roles'
import { VARIANTS } from '@marketplace/contracts/core/variants'
import { MESSAGES_VERSION } from '@marketplace/contracts/host-messages/read'
import * as search from '@marketplace/contracts/search/limits'
import { expect, test } from 'vitest'
import { FIRST_TOUCH_DAYS, LAST_TOUCH_DAYS } from './attribution.ts'
import { PAGE_DATA_RETRIES } from './page-data.ts'
import { LIST_REFRESH_MS } from './page-memory.ts'
import { PREFETCH_BATCH } from './prefetch-queue.ts'
import { TOAST_MS } from './toasts.ts'
import { TRACKING_PARAMETERS } from '@marketplace/contracts/core/tracking-parameters'

const source = (path: string) => readFileSync(`apps/web/src/${path}`, 'utf8')
const keyIn = (path: string, name: string) => new RegExp(`${name} = '([^']+)'`).exec(source(path))?.[1] ?? ''

/** In the order of the table in docs/product/constants.md. */
const VALUES: readonly (string | number)[] = [
  TOAST_MS,
  Number(/RATED_MS = (\d+)/.exec(source('features/ratings/rating-texts.ts'))?.[1]),
  LIST_REFRESH_MS,
  PAGE_DATA_RETRIES,
  CHARGE_POLL_MS,
  PURCHASE_POLL.times,
  PURCHASE_POLL.everyMs,
  session.UNINSTALL_WAIT_MS,
  search.SEARCH_STALLED_MS,
  search.SEARCH_LIMIT,
  search.SEARCH_MIN_LENGTH,
  search.SEARCH_SECTION_SIZE,
  HIGHLIGHTS_LIMIT,
  HIGHLIGHT_TAGS.join(', '),
  NO_ACCESS_MAX_AGENTS,
  session.SILENT_TIMEOUT_MS,
  session.TOKEN_COOKIE_SECONDS,
  session.TRANSACTION_MS,
  session.VERIFIER_LENGTH,
  session.STATE_LENGTH,
  `${session.POPUP_SIZE.width} × ${session.POPUP_SIZE.height}`,
  session.TOKEN_KEY,
  session.HOST_TOKEN_KEY,
  LAST_TOUCH_DAYS,
  FIRST_TOUCH_DAYS,
  TRACKING_PARAMETERS.join(', '),
  ANALYTICS_PRODUCT,
  ANALYTICS_ROOT,
  keyIn('features/site/theme.ts', 'THEME_KEY'),
  keyIn('features/lists/collapse.ts', 'COLLAPSE_KEY'),
  PREFETCH_BATCH,
  [...new Set(VARIANTS.flatMap(({ headerHeight }) => headerHeight ?? []))].join(', '),
  MESSAGES_VERSION,
]

test('docs/product/constants.md says what the code has', () => {
  const [table = ''] = readFileSync('docs/product/constants.md', 'utf8').split('Times are in')
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .filter((line) => !line.startsWith('| ---') && !line.startsWith('| constant'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.map(([, name, value]) => [name, value])).toEqual(rows.map(([, name], index) => [name, String(VALUES[index])]))
  expect(rows).toHaveLength(VALUES.length)
  // The files that the table names exist.
  for (const [, , , file = ''] of rows) {
    const path = file.replaceAll('`', '')
    const whole = /^(contracts|domain)\//.test(path) ? `packages/${path.replace('/', '/src/')}` : `apps/web/src/${path}`
    expect(readFileSync(whole, 'utf8').length).toBeGreaterThan(0)
  }
})
