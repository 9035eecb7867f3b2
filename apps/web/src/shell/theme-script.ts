import { COLLAPSE_KEY, COLLAPSED_CLASS } from '../features/lists/collapse.ts'
import { TOKEN_KEY } from '@marketplace/contracts/accounts/session'
import { MAYBE_CLASS } from '../lib/session/maybe.ts'
import { DARK_CLASS, HOST_THEME_KEY, LIGHT_CLASS, THEME_KEY } from '../features/site/theme.ts'

/**
 * The one inline script, run before the first paint: the theme without a flash, whether the column beside lists is hidden, whether
 * somebody may be signed in, and the class that tells the style sheet that scripts run. Should a script fail to load, the class goes again and the parts for plain HTML come back.
 */
export const THEME_SCRIPT = `(function(d){var c=d.classList,t=null;c.add('js');try{t=localStorage.getItem('${THEME_KEY}');if(localStorage.getItem('${COLLAPSE_KEY}')==='true')c.add('${COLLAPSED_CLASS}');if(sessionStorage.getItem('${TOKEN_KEY}')||document.cookie.indexOf('${TOKEN_KEY}=')>-1)c.add('${MAYBE_CLASS}');if(self!==top){var h=sessionStorage.getItem('${HOST_THEME_KEY}');if(h==='light')t='true';if(h==='dark')t='false'}}catch(e){}if(t==='true')c.add('${LIGHT_CLASS}');if(t==='false')c.add('${DARK_CLASS}');addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')c.remove('js')},true)})(document.documentElement)`
