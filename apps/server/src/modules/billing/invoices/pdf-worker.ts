// A child process that draws invoices: drawing takes 0.1 s or more, in which the server could answer no request.
import { answerWork } from '../../../adapters/answer-work.ts'
import { drawPdf } from './draw-pdf.ts'

answerWork(drawPdf, { megabytes: 1_024, cpuSeconds: 10 })
