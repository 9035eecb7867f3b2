// A child process that decodes pictures of strangers.
import sharp from 'sharp'
import { answerWork } from '../../adapters/answer-work.ts'
import { encodePicture } from './encode-picture.ts'

// Each process has one picture at a time, and there are as many as the machine has cores.
sharp.concurrency(1)
sharp.cache(false)

answerWork(encodePicture, { megabytes: 1_024, cpuSeconds: 6 })
