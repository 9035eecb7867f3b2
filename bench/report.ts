import type { Changes } from './measure/changes.ts'
import type { ColdVisit } from './measure/cold-visit.ts'
import type { Growth } from './measure/growth.ts'
import { type Health, STRANGERS } from './measure/health.ts'
import type { Memory } from './measure/memory.ts'
import type { Throughput } from './measure/throughput.ts'
import type { Typing } from './measure/typing.ts'
import type { Scale } from './options.ts'

export type Figures = {
  node: string
  processors: string
  seed: number
  scale: Scale
  growth: Growth[]
  throughput: Throughput[]
  health: Health
  typing: Typing[]
  coldVisit: ColdVisit
  memory: Memory[]
  changes: Changes
}

/** A table with the first column aligned left and numbers aligned right. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n')
}

const number = (value: number, decimals = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
/** Digits by size: small ratios need more decimals. */
const ratioText = (value: number) => number(value, value < 0.1 ? 3 : value < 10 ? 2 : 0)
const kilobytes = (bytes: number) => `${number(bytes / 1_000, 1)} kB`

/** Formats the figures for people. */
export const writeReport = ({
  node,
  processors,
  seed,
  scale,
  growth,
  throughput,
  health,
  typing,
  coldVisit,
  memory,
  changes,
}: Figures): string => {
  const { small, large, rounds, requests, seconds } = scale
  return [
    `Node ${node}, ${processors}, seed ${seed}. Medians of ${rounds} rounds; compare within a run only.`,
    '',
    `Processor time of a page that is in no cache, before compression, in ms (${requests} requests a round)`,
    table(
      ['page', `${number(small)} applications`, `${number(large)} applications`, 'ratio'],
      growth.map(({ page, smallMs, largeMs, ratio }) => [page, number(smallMs, 2), number(largeMs, 2), ratioText(ratio)]),
    ),
    '',
    `Under load: 32 connections, ${number(large)} applications, ${seconds} s a round; beside a bare node:http server that sends the same`,
    table(
      ['answer', 'bytes', 'requests/s', 'bare', 'ratio', 'CPU s per 1,000', 'bare', 'ratio'],
      throughput.map(({ answer, bytes, ours, bare, requestsRatio, cpuRatio }) => [
        answer,
        number(bytes),
        number(ours.requestsPerSecond),
        number(bare.requestsPerSecond),
        ratioText(requestsRatio),
        number(ours.cpuSecondsPer1000, 3),
        number(bare.cpuSecondsPer1000, 3),
        ratioText(cpuRatio),
      ]),
    ),
    '',
    `What /healthz takes while strangers search: ${STRANGERS.connections} connections, ${number(STRANGERS.length)} characters of mistyped words, ${number(STRANGERS.hitsPerPage)} hits, in ms`,
    table(
      ['searches', 'refused', 'p50', 'longest'],
      [[number(health.searches), number(health.refused), number(health.medianMs, 1), number(health.longestMs, 1)]],
    ),
    '',
    'An answer of the search while somebody types, in the process, in ms; over all texts, each at the median of its rounds',
    table(
      ['applications', 'texts', 'p50', 'p95', 'p99'],
      typing.map(({ applications, texts, p50, p95, p99 }) => [
        number(applications),
        number(texts),
        ...[p50, p95, p99].map((ms) => number(ms, 2)),
      ]),
    ),
    '',
    `What a cold visit to ${coldVisit.page} loads, as sent, in ${coldVisit.files} files (pictures not counted)`,
    table(
      ['HTML', 'JavaScript', 'CSS', 'fonts', 'together'],
      [
        [
          coldVisit.html,
          coldVisit.javascript,
          coldVisit.css,
          coldVisit.fonts,
          coldVisit.html + coldVisit.javascript + coldVisit.css + coldVisit.fonts,
        ].map(kilobytes),
      ],
    ),
    '',
    'Memory of the process, in MB',
    table(
      ['applications', 'ready', 'after the load', 'requests'],
      memory.map(({ applications, readyMb, loadedMb, requests }) =>
        [applications, readyMb, loadedMb, requests].map((each) => number(each)),
      ),
    ),
    '',
    `Ten ratings a second with ${number(changes.applications)} applications, beside pages that do not show them; the longest piece of work in ms`,
    table(
      ['', 'by the clock', 'processor', 'ratings', 'pages watched', 'rendered again'],
      [
        ['without', number(changes.quiet.clockMs, 1), number(changes.quiet.cpuMs, 1), '0', number(changes.pages), '0'],
        [
          'with',
          number(changes.block.clockMs, 1),
          number(changes.block.cpuMs, 1),
          number(changes.changes),
          number(changes.pages),
          number(changes.renderedAgain),
        ],
      ],
    ),
    '',
  ].join('\n')
}
