import { buildProgram } from '../apps/server/vite.config.ts'

export default buildProgram(import.meta.dirname, 'processes/serve.ts')
