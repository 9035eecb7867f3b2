// A child process that decodes untrusted pictures.
import sharp from 'sharp'
import { answerWork } from '../../adapters/answer-work.ts'
import { encodePicture } from './encode-picture.ts'

// Each process handles one picture at a time, and there is a process for each core.
sharp.concurrency(1)
sharp.cache(false)

answerWork(encodePicture, { megabytes: 1_024, cpuSeconds: 6 })
