/**
 * Whether a path within a variant belongs to the workspace, which is another document than the storefront (docs/decisions/0040). Every page
 * of the storefront loads this code, so it is one expression instead of a table.
 */
export const isWorkspacePath = (path: string): boolean =>
  /^\/(cart|checkout|billing|(my|private|in-review|embedded|embedded-private)-apps)(?:\/|$)|^\/apps\/[^/]+\/(?:open|settings)\/?$/.test(
    path,
  )
