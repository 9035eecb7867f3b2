/**
 * Whether another page frames this one. The accounts server refuses to show its sign-in in a frame, so a framed page opens a window for it.
 */
export const isFramed = (): boolean => window.top !== window
