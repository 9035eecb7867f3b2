/** Why a program cannot start, as one line for the person who starts it. */
export class StartError extends Error {}
