// A child process that draws statements, like the one for invoices.
import { answerWork } from '../../../adapters/answer-work.ts'
import { drawStatement } from './draw-statement.ts'

answerWork(drawStatement, { megabytes: 1_024, cpuSeconds: 10 })
