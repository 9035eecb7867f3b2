/** What servers and browsers both have, and the language's own library does not declare. */
declare class URL {
  static parse(text: string, base?: string): URL | null
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
}
