import { declarationsOf, type SourceFile } from './source-file.ts'
import { LOCK_RULE } from './rules.ts'

/**
 * Functions of repositories that lock and could be called with the pool, where a lock ends with its statement. The types of the functions
 * in db/locks.ts that lock by a query cannot prevent that.
 */
export const findLockViolations = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => LOCK_RULE.in.test(path))
    .flatMap(({ path, text }) =>
      declarationsOf(text)
        .filter((declared) => LOCK_RULE.locks.test(declared.text))
        .filter((declared) => !LOCK_RULE.takes.test(declared.text) || LOCK_RULE.not.test(declared.text))
        .map(({ name }) => `${path}: ${name} locks, so it takes a Transaction and not a Queryable or Database`),
    )
