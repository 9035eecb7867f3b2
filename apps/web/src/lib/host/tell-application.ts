import type { AppReference, MessagesToHost } from '@marketplace/contracts/host-messages/messages'
import { tellHost } from './tell-host.ts'

/** Tells the host that an application was installed or removed. Only the listed properties are sent. */
export const tellApplication = (
  type: 'app_installed' | 'app_removed' | 'app_purchased',
  { id, slug, name, product }: AppReference,
  more: Omit<MessagesToHost['app_purchased'], keyof AppReference> = {},
): void => tellHost(type, { id, slug, name, product, ...more })
