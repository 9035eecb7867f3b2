/**
 * Whether a path within a variant belongs to the workspace, which is another document than the storefront's (docs/decisions/0040). Every
 * page of the storefront loads this, so it is one expression instead of a table.
 */
export const isWorkspacePath = (path: string): boolean =>
  /^\/(cart|checkout|billing|(my|private|in-review|embedded|embedded-private)-apps)(?:\/|$)|^\/apps\/[^/]+\/(?:open|settings)\/?$/.test(
    path,
  )
