/** What tools/start.mjs adds to the command line when it holds our standard input open. */
const FLAG = '--stop-with-stdin'

/**
 * Calls back when the command that started this server is gone, however it ended. That one holds our standard input
 * open, which the system closes with it. Does nothing when started in another way.
 */
export const onParentGone = (callback: () => void): void => {
  if (!process.argv.includes(FLAG)) return
  const parent = process.ppid
  process.stdin.on('end', () => {
    // `node --watch` stands between then, and would wait for a change to start the server again. When it is gone itself
    // we have another parent by now, which is not ours to stop.
    if (process.connected && process.ppid === parent) process.kill(parent, 'SIGTERM')
    callback()
  })
  process.stdin.on('error', () => {})
  process.stdin.resume()
  // A server that has ended all its work should not stay for this.
  if ('unref' in process.stdin) process.stdin.unref()
}
