/**
 * Whether a path within a variant leads to a screen of the workspace, which is another document than the storefront's (docs/decisions/0040).
 * Every page of the storefront carries this, so it is one expression and no table.
 */
export const isWorkspacePath = (path: string): boolean =>
  /^\/(cart|checkout|billing|(my|private|in-review|embedded|embedded-private)-apps)(?:\/|$)|^\/apps\/[^/]+\/(?:open|settings)\/?$/.test(
    path,
  )
