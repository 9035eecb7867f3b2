/** tools/start.mjs adds this argument when it holds the server's standard input open. */
const FLAG = '--stop-with-stdin'

/**
 * Calls `callback` when the command that started this server has ended, for whatever reason. That command holds the server's standard input
 * open, and the operating system closes it when the command ends. Does nothing if the server was started in another way.
 */
export const onParentGone = (callback: () => void): void => {
  if (!process.argv.includes(FLAG)) return
  const parent = process.ppid
  process.stdin.on('end', () => {
    // `node --watch` runs between this command and the server. It would wait for a changed file to start the server again, so it is stopped
    // too. If it has already ended, the server's parent is another process, which must not be stopped.
    if (process.connected && process.ppid === parent) process.kill(parent, 'SIGTERM')
    callback()
  })
  process.stdin.on('error', () => {})
  process.stdin.resume()
  // This stream must not keep a server running that has finished all of its work.
  if ('unref' in process.stdin) process.stdin.unref()
}
