import { expect, test } from 'vitest'
import { seriousWeaknesses } from './audit-report.mjs'

const report = (vulnerabilities: unknown) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })

test('serious weaknesses are named, others are left to the weekly updates', () => {
  const via = [{ title: 'Reads any file' }, 'other-package']
  expect(
    seriousWeaknesses(
      report({
        a: { name: 'a', severity: 'high', range: '<2.0.0', via },
        b: { name: 'b', severity: 'critical', range: '*', via: ['a'] },
        c: { name: 'c', severity: 'moderate', range: '*', via },
      }),
    ),
  ).toEqual(['a <2.0.0: high – Reads any file', 'b *: critical'])
  expect(seriousWeaknesses(report({}))).toEqual([])
})

test.each([
  ['nothing, because npm was ended', ''],
  ['no JSON', 'npm error network'],
  ['a registry that was not reached', '{"message":"request to https://registry.example failed, reason: getaddrinfo ENOTFOUND"}'],
  ['a registry that knows no weaknesses', '{"message":"405 Method Not Allowed","statusCode":405}'],
  ['null', 'null'],
])('%s is no answer', (_, text) => expect(seriousWeaknesses(text)).toBeNull())
