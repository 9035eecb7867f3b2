import { setImmediate as breathe } from 'node:timers/promises'
import type { Steps } from '@marketplace/search/steps'

/** Work in slices of time: when `isOver`, call `pause` so that other work can run. */
export type Slices = { isOver: () => boolean; pause: () => Promise<void> }

export const createSlices = (sliceMs: number): Slices => {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began >= sliceMs,
    pause: async () => {
      await breathe()
      began = performance.now()
    },
  }
}

/** Runs all steps in slices. */
export const doInSlices = async <Result>(steps: Steps<Result>, slices: Slices): Promise<Result> => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (slices.isOver()) await slices.pause()
  }
}
