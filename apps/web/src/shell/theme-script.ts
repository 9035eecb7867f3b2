import { COLLAPSE_KEY, COLLAPSED_CLASS } from '../features/lists/collapse.ts'
import { TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import { MAYBE_CLASS } from '../lib/session/maybe.ts'
import { DARK_CLASS, HOST_THEME_KEY, LIGHT_CLASS, THEME_KEY } from '../features/site/theme.ts'

/**
 * The only inline script. Before the first paint it sets classes of the document: for the theme, for the hidden column beside lists, for a
 * person who may be signed in, and for running scripts. If a script fails to load, the last class is removed, so that the parts for
 * visitors without scripts appear.
 */
export const THEME_SCRIPT = `(function(d){var c=d.classList,t=null;c.add('js');try{t=localStorage.getItem('${THEME_KEY}');if(localStorage.getItem('${COLLAPSE_KEY}')==='true')c.add('${COLLAPSED_CLASS}');if(sessionStorage.getItem('${TOKEN_KEY}')||document.cookie.indexOf('${TOKEN_KEY}=')>-1)c.add('${MAYBE_CLASS}');if(self!==top){var h=sessionStorage.getItem('${HOST_THEME_KEY}');if(h==='light')t='true';if(h==='dark')t='false'}}catch(e){}if(t==='true')c.add('${LIGHT_CLASS}');if(t==='false')c.add('${DARK_CLASS}');addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')c.remove('js')},true)})(document.documentElement)`
