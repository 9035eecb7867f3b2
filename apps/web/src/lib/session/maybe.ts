/** On the document while somebody may be signed in: nothing is offered that they have no use for (see shell/theme-script.ts). */
export const MAYBE_CLASS = 'may-be-signed-in'
