import { ACCOUNTS_TIMEOUT_MS, HOST_TOKEN_KEY, TOKEN_KEY } from '@marketplace/contracts/accounts/session'

// The first requests of a screen are sent by an inline script of its document, so that they wait neither for the code nor for the session
// to be confirmed. The server checks the token, as it does for each request. Each response is kept until it is needed.

/** The time (ms) for which a response may be used. After that the request is sent again, because the data may have changed. */
const FRESH_MS = 10_000

type EarlyReads = { token: string; at: number; responses: Record<string, Promise<Response>> }

const NAME = 'earlyReads'

/**
 * Sends GET requests with the stored token, if there is one. The script's `data-reads` has their addresses, separated by spaces; `{3}` in an
 * address is the third part of the document's path below `data-base`. Without access to the storage, nothing is sent.
 */
export const EARLY_READS_SCRIPT = `(function(d){try{var c=/(?:^|; )${TOKEN_KEY}=([^;]+)/.exec(document.cookie),t=sessionStorage.getItem('${TOKEN_KEY}')||sessionStorage.getItem('${HOST_TOKEN_KEY}')||c&&decodeURIComponent(c[1]);if(!t)return;var p=location.pathname.slice(d.base.length).split('/'),r={};window.${NAME}={token:t,at:performance.now(),responses:r};d.reads.split(' ').forEach(function(a){a=a.replace(/{(\\d)}/g,function(m,i){return p[i]});var h={authorization:'Bearer '+t},o={headers:h,credentials:'omit',cache:'no-store'};if(a[0]==='/')h['x-region']=t.split(':')[0];else o.signal=AbortSignal.timeout(${ACCOUNTS_TIMEOUT_MS});(r[a]=fetch(a,o)).catch(function(){})})}catch(e){}})(document.currentScript.dataset)`

/** Returns the response to an early request with the same token, and removes it; null if there is none. */
export const takeEarly = (address: string, token: string): Promise<Response> | null => {
  const reads = (globalThis as { [NAME]?: EarlyReads })[NAME]
  const found = reads?.responses[address]
  if (!reads || !found) return null
  delete reads.responses[address]
  return reads.token === token && performance.now() <= reads.at + FRESH_MS ? found : null
}
