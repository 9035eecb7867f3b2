/** A path of this site from an untrusted address; null if it leads anywhere else. */
export const ownPath = (text: string | null): string | null =>
  text !== null && /^\/(?![/\\])/.test(text) && !/[\u0000-\u001f]/.test(text) ? text : null
