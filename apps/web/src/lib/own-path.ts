/** A path of ours that an address has named, or null for what leads anywhere else. */
export const ownPath = (text: string | null): string | null =>
  text !== null && /^\/(?![/\\])/.test(text) && !/[\u0000-\u001f]/.test(text) ? text : null
