/** A file of the project; its path is from the root. */
export type SourceFile = { path: string; text: string }
