// A child process that draws statements, as invoices are drawn.
import { answerWork } from '../../../adapters/answer-work.ts'
import { drawStatement } from './draw-statement.ts'

answerWork(drawStatement, { megabytes: 1_024, cpuSeconds: 10 })
