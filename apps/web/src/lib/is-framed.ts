/** Whether another page frames this one. The sign-in is shown in no frame: there it needs a window of its own. */
export const isFramed = (): boolean => window.top !== window
