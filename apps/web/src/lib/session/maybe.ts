/** The document's class while somebody may be signed in. It hides what signed-in people do not need (see shell/theme-script.ts). */
export const MAYBE_CLASS = 'may-be-signed-in'
