import { expect, test } from 'vitest'
import type { RoleInProduct } from '@marketplace/contracts/core/roles'
import { ratingRefusal } from './rating-rules.ts'

const role = (product: 'livechat' | 'helpdesk', suspended = false): RoleInProduct => ({ product, role: 'normal', suspended })
const ANYBODY = { owns: false, installed: true, roles: [role('livechat')], isGhost: false }

test.each([
  ['who has it installed', ANYBODY, null],
  ['who has not', { ...ANYBODY, installed: false }, 'RATING_NOT_INSTALLED'],
  ['who develops it', { ...ANYBODY, owns: true }, 'RATING_OWN'],
  ['support in a person’s name', { ...ANYBODY, isGhost: true }, 'RATING_BY_SUPPORT'],
  ['who is suspended in its product', { ...ANYBODY, roles: [role('livechat', true), role('helpdesk')] }, 'RATING_SUSPENDED'],
  ['who is suspended in another', { ...ANYBODY, roles: [role('livechat'), role('helpdesk', true)] }, null],
  ['who has no role in its product', { ...ANYBODY, roles: [role('helpdesk')] }, null],
] as const)('%s', (_, rater, refused) => expect(ratingRefusal('livechat', rater)).toBe(refused))
