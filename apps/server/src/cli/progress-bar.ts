const WIDTH = 30

/** A progress bar on standard error. It is silent if that is not a terminal, to keep logs readable. */
export const createProgressBar = (stream: NodeJS.WriteStream = process.stderr) => {
  const draw = (share: number, text: string) => {
    if (!stream.isTTY) return
    const done = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
    stream.write(`\r\x1b[K${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${text}`)
  }
  const clear = () => void (stream.isTTY && stream.write('\r\x1b[K'))
  return { draw, clear }
}
