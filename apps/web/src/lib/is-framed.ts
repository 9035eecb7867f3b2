/** Whether another page frames this one. The accounts server shows its sign-in in no frame, so there it needs a window of its own. */
export const isFramed = (): boolean => window.top !== window
