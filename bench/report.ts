import type { Buying } from './measure/buying.ts'
import type { Changes, Visit } from './measure/changes.ts'
import type { ColdVisit } from './measure/cold-visit.ts'
import { type EstatePanel, INSTALLS } from './measure/estate.ts'
import type { Growth } from './measure/growth.ts'
import { type Health, STRANGERS } from './measure/health.ts'
import type { Memory } from './measure/memory.ts'
import type { Throughput } from './measure/throughput.ts'
import type { Typing } from './measure/typing.ts'
import type { Scale } from './measure/options.ts'

export type Figures = {
  node: string
  processors: string
  seed: number
  scale: Scale
  /** Each part is null if it was left out. */
  growth: Growth[] | null
  throughput: Throughput[] | null
  health: Health[] | null
  typing: Typing[] | null
  coldVisit: ColdVisit | null
  memory: Memory[] | null
  changes: Changes | null
  estate: EstatePanel[] | null
  buying: Buying | null
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
  estate,
  buying,
}: Figures): string => {
  const { small, large, rounds, requests, seconds } = scale
  const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]) => [title, table(head, rows), '']
  const visitOf = ({ block, medianMs, p99Ms, longestMs }: Visit) =>
    [block.clockMs, block.cpuMs, medianMs, p99Ms, longestMs].map((each) => number(each, 1))
  return [
    `Node ${node}, ${processors}, seed ${seed}. Medians of ${rounds} rounds; compare within a run only.`,
    '',
    ...(growth
      ? section(
          `Processor time of a page that is in no cache, before compression, in ms (${requests} requests a round)`,
          ['page', `${number(small)} applications`, `${number(large)} applications`, 'ratio'],
          growth.map(({ page, smallMs, largeMs, ratio }) => [page, number(smallMs, 2), number(largeMs, 2), ratioText(ratio)]),
        )
      : []),
    ...(throughput
      ? section(
          `Under load: 32 connections, ${number(large)} applications, ${seconds} s a round; beside a bare node:http server that sends the same`,
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
        )
      : []),
    ...(health
      ? section(
          `What /healthz takes while strangers search: ${STRANGERS.connections} connections, ${number(STRANGERS.length)} characters of mistyped words, ${number(STRANGERS.hitsPerPage)} hits, in ms`,
          ['by', 'searches', 'refused', 'p50', 'longest'],
          health.map(({ way, searches, refused, medianMs, longestMs }) => [
            way,
            number(searches),
            number(refused),
            number(medianMs, 1),
            number(longestMs, 1),
          ]),
        )
      : []),
    ...(typing
      ? section(
          'An answer of the search while somebody types, in the process, in ms; over all texts, each at the median of its rounds',
          ['applications', 'texts', 'p50', 'p95', 'p99'],
          typing.map(({ applications, texts, p50, p95, p99 }) => [
            number(applications),
            number(texts),
            ...[p50, p95, p99].map((ms) => number(ms, 2)),
          ]),
        )
      : []),
    ...(coldVisit
      ? section(
          `What a cold visit to ${coldVisit.page} loads, as sent, in ${coldVisit.files} files (pictures not counted)`,
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
        )
      : []),
    ...(memory
      ? section(
          'Memory of the process, in MB',
          ['applications', 'ready', 'after the load', 'requests'],
          memory.map((each) => [each.applications, each.readyMb, each.loadedMb, each.requests].map((value) => number(value))),
        )
      : []),
    ...(changes
      ? section(
          `Ten ratings a second with ${number(changes.applications)} applications (${number(changes.ratings)} ratings, answered in ${number(changes.ratingMs, 1)} ms, of which ${number(changes.ratingCpuMs, 1)} of the server’s processor), beside ${number(changes.requests)} requests for ${number(changes.pages)} pages that do not show them, of which ${number(changes.renderedAgain)} were rendered again; in ms`,
          ['', 'longest work by the clock', 'processor', 'answer p50', 'p99', 'longest'],
          [
            ['without', ...visitOf(changes.quiet)],
            ['with', ...visitOf(changes.rated)],
          ],
        )
      : []),
    ...(estate
      ? section(
          `Panels of "My apps" for an organization with ${number(INSTALLS)} installs, median of 20 requests, in ms`,
          ['panel', 'p50', 'longest', 'processor of the server', 'bytes'],
          estate.map(({ panel, medianMs, longestMs, cpuMs, bytes }) => [
            panel,
            number(medianMs, 1),
            number(longestMs, 1),
            number(cpuMs, 1),
            number(bytes),
          ]),
        )
      : []),
    ...(buying
      ? section(
          `Buying: 32 connections, processor seconds per 1,000, PostgreSQL counted in and the payments sandbox not; load of the machine ${number(buying.load, 1)}, ${buying.processing} purchases took longer than two seconds`,
          ['', 'times', 'statements', 'server', 'PostgreSQL', 'together'],
          buying.costs.map(({ what, times, statements, server, database }) => [
            what,
            number(times),
            number(statements, 1),
            ...[server, database, server + database].map((seconds) => number(seconds, 2)),
          ]),
        )
      : []),
  ].join('\n')
}
