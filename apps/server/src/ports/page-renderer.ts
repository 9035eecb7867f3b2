import type { ComposedBody } from '@marketplace/contracts/core/composed-body'
import type { BootData, ShellData } from '@marketplace/contracts/pages/site-data'

/** Renders a page's data to HTML. */
export type PageRenderer = {
  /** Changes whenever scripts or styles of the pages change. */
  buildHash: string
  render: (boot: BootData) => Promise<string | ComposedBody>
  /** Renders the document of a screen of the workspace. */
  renderShell: (shell: ShellData) => Promise<string>
  /** Sources for the policy's script-src and style-src besides 'self', quoted as the policy requires. */
  scriptSources: readonly string[]
  /** The same for script-src of the documents of screens. */
  shellScriptSources: readonly string[]
  styleSources: readonly string[]
}
