// A child process that renders untrusted texts.
import { answerWork } from '../../../adapters/answer-work.ts'
import { renderText } from './render-text.ts'

answerWork(renderText, { megabytes: 1_024, cpuSeconds: 10 })
