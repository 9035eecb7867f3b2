import type * as Sdk from '@livechat/agent-app-sdk'
import { say } from './page.ts'

declare const LiveChat: typeof Sdk

const DEFAULT_MS = 10_000
const ms = Number(new URLSearchParams(location.search).get('ms') ?? DEFAULT_MS)
setTimeout(() => void LiveChat.createFullscreenWidget().then(() => say('connected at last')), ms)
