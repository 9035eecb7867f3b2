import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSWORD_PROBLEMS, type PasswordContext, passwordProblem } from '@marketplace/domain/passwords'

const LIST = join(import.meta.dirname, 'common-passwords/list.txt')

let loading: Promise<ReadonlySet<string>> | null = null

/** The common and leaked passwords. They are read when the first new password is checked, and then kept in memory. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= readFile(LIST, 'utf8').then((text) => new Set(text.split('\n').filter((line) => line !== '')))
  return loading
}

/** The message for a person whose new password is refused. Null if the password is allowed. */
export const newPasswordProblem = async (password: string, of: Omit<PasswordContext, 'isCommon'>): Promise<string | null> => {
  const common = await commonPasswords()
  const problem = passwordProblem(password, { ...of, isCommon: (each) => common.has(each) })
  return problem && PASSWORD_PROBLEMS[problem]
}
