import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openReports } from '../../../features/analytics/report-errors.ts'
import { ProviderAway, ProviderBlocked } from './provider.ts'

/** A minifier shortens the names of classes. */
const minified = {
  blocked: class t extends ProviderBlocked {},
  away: class t extends ProviderAway {},
}

test.each([
  ['blocked', { ad_blocker: 'true' }],
  ['away', {}],
] as const)(
  'a report of a provider that is %s has the tags of its cause, whatever the class is called in a build',
  async (cause, tags) => {
    let hear: (text: string) => void
    const heard = new Promise<string>((resolve) => (hear = resolve))
    const service = createServer(async (request, response) => {
      hear((await request.toArray()).join(''))
      response.end('{}')
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    try {
      const dsn = `http://key@127.0.0.1:${(service.address() as AddressInfo).port}/7`
      openReports({ dsn, release: 'b1', variant: 'base', areaHere: () => null })(new minified[cause](), 'checkout')
      // An envelope consists of lines of JSON, and the third is the report.
      const report = JSON.parse((await heard).split('\n')[2] ?? '{}') as { tags?: object }
      expect(report.tags).toEqual({ variant: 'base', checkout: 'true', ...tags })
    } finally {
      await new Promise((resolve) => service.close(resolve))
    }
  },
)
