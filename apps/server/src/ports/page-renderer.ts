import type { ComposedBody } from '@marketplace/contracts/composed-body'
import type { BootData } from '@marketplace/contracts/page-data'

/** Renders a page's data to HTML. */
export type PageRenderer = {
  /** Changes whenever scripts or styles of the pages change. */
  buildHash: string
  render: (boot: BootData) => Promise<string | ComposedBody>
  /**
   * Sources for script-src and style-src of the Content-Security-Policy besides 'self', with the quotes that the header needs.
   */
  scriptSources: readonly string[]
  styleSources: readonly string[]
}
