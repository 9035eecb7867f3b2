/** A file of the project; its path is from the root. */
export type SourceFile = { path: string; text: string }

/** A constant, function or type at the outermost level of a file, with its text up to the next one. */
export type Declared = { name: string; text: string; isType: boolean }

const START = String.raw`(?:export )?(?:const|async function|function|type) (\w+)`

export const declarationsOf = (text: string): Declared[] =>
  text.split(new RegExp(`^(?=${START.replace('(\\w+)', '\\w+')})`, 'm')).flatMap((part) => {
    const name = new RegExp(`^${START}`).exec(part)?.[1]
    return name === undefined ? [] : [{ name, text: part, isType: /^(?:export )?type /.test(part) }]
  })
