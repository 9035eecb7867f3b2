// The child process of bounded-work.test.ts. It behaves like a library with a hostile text or picture.
import { pbkdf2 } from 'node:crypto'
import { answerWork } from './answer-work.ts'

type Wish = { do: string; number?: number }

const hoard: Buffer[] = []

const DEEDS = new Map<string, (wish: Wish) => unknown>([
  ['double', ({ number = 0 }) => 2 * number],
  ['who', () => process.pid],
  [
    'loop',
    () => {
      for (;;);
    },
  ],
  ['wait', () => new Promise(() => {})],
  [
    'grow',
    () =>
      new Promise(() => {
        setInterval(() => hoard.push(Buffer.alloc(64 * 1024 * 1024, 1)), 10)
      }),
  ],
  // In a thread of Node's pool, like the decoding of pictures.
  ['burn', () => new Promise((resolve) => pbkdf2('a', 'b', 2_000_000_000, 64, 'sha512', resolve))],
  ['crash', () => process.kill(process.pid, 'SIGSEGV')],
  [
    'fail',
    () => {
      throw new Error('it failed')
    },
  ],
])

answerWork((wish: Wish) => DEEDS.get(wish.do)?.(wish), { megabytes: 512, cpuSeconds: 2 })
