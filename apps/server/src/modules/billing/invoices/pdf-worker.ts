// A child process that draws invoices. Drawing takes 0.1 s or more, during which the server could not answer requests.
import { answerWork } from '../../../adapters/answer-work.ts'
import { drawPdf } from './draw-pdf.ts'

answerWork(drawPdf, { megabytes: 1_024, cpuSeconds: 10 })
