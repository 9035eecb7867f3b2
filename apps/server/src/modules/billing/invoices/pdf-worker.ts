// A child process that draws invoices: it takes 0.1 s and more, in which the server would answer nobody.
import { answerWork } from '../../../adapters/answer-work.ts'
import { drawPdf } from './draw-pdf.ts'

answerWork(drawPdf, { megabytes: 1_024, cpuSeconds: 10 })
