/** tools/start.mjs adds this argument when it keeps the server's standard input open. */
const FLAG = '--stop-with-stdin'

/**
 * Calls back when the command that started this server has ended, for whatever reason. That command keeps the server's standard input
 * open, and the operating system closes it when the command ends. Does nothing if the server was started in another way.
 */
export const onParentGone = (callback: () => void): void => {
  if (!process.argv.includes(FLAG)) return
  const parent = process.ppid
  process.stdin.on('end', () => {
    // `node --watch` runs between the two. It would wait for a changed file to start the server again, so stop it as well. If it has
    // ended itself, the server's parent is another process, which must not be stopped.
    if (process.connected && process.ppid === parent) process.kill(parent, 'SIGTERM')
    callback()
  })
  process.stdin.on('error', () => {})
  process.stdin.resume()
  // This stream must not keep a server alive that has ended all its work.
  if ('unref' in process.stdin) process.stdin.unref()
}
