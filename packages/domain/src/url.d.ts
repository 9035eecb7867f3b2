/** Both Node and browsers have this class, but this package is compiled only with the types of the language itself. */
declare class URL {
  static parse(text: string, base?: string): URL | null
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
}
