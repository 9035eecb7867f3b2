import type { Steps } from './steps.ts'

/** Numbers that are sorted at once, and that one step of a merge moves. */
const SORTED_AT_ONCE = 512

/** Sorts numbers in place like sort(), but in steps: comparing names is slow, and there may be a hundred thousand of them. */
export function* sortInSteps(numbers: Uint32Array, compare: (a: number, b: number) => number): Steps<void> {
  for (let from = 0; from < numbers.length; from += SORTED_AT_ONCE) {
    numbers.subarray(from, from + SORTED_AT_ONCE).sort(compare)
    yield
  }
  let sorted: Uint32Array = numbers.slice()
  let merged: Uint32Array = numbers
  for (let run = SORTED_AT_ONCE; run < numbers.length; run *= 2) {
    ;[sorted, merged] = [merged, sorted]
    for (let from = 0; from < numbers.length; from += 2 * run) yield* mergeRuns(sorted, merged, { from, run, compare })
  }
  if (merged !== numbers) numbers.set(merged)
}

/** Merges two neighbouring runs of a sorted array into another. */
function* mergeRuns(
  sorted: Uint32Array,
  merged: Uint32Array,
  { from, run, compare }: { from: number; run: number; compare: (a: number, b: number) => number },
): Steps<void> {
  const middle = Math.min(from + run, sorted.length)
  const end = Math.min(from + 2 * run, sorted.length)
  let left = from
  let right = middle
  for (let at = from; at < end; at++) {
    const takesLeft = left < middle && (right >= end || compare(sorted[left] as number, sorted[right] as number) <= 0)
    merged[at] = sorted[takesLeft ? left++ : right++] as number
    if ((at - from) % SORTED_AT_ONCE === 0) yield
  }
}
