import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLEAN_FOLDERS } from './rules.ts'
import { readCode } from './lengths.ts'
import { findForeignCitations, findMissingFiles, findMissingNames, readWords } from './words.ts'

const ROOT = process.cwd()
const cited = (text: string, path = 'packages/domain/src/a.ts') => findForeignCitations({ path, text }, ROOT)

describe('citations', () => {
  test.each(CLEAN_FOLDERS)('%s cites only documents of the repository', (folder) => {
    const files = readWords(ROOT, folder)
    expect(files.length).toBeGreaterThan(1)
    expect(files.flatMap((file) => findForeignCitations(file, ROOT))).toEqual([])
  })

  test.each([
    '/** Cents a year costs, floored (section 9). */',
    "test('section 3 has 18 groups', () => {})",
    '// The specification says which product is active.',
    '// Where a thing stands (specification, sections 3 and 6).',
    '/** Words of the\n * specification, kept. */',
    '/** Who pays (contract, "Rate limits"). */',
    '// A monogram (decisions: "a tile").',
    '/** Kept until then (decisions, Rendering). */',
    '/** Rounded half up (money.md, Rules). */',
    '/** See docs/product/nothing.md. */',
    '/** See docs/product/catalogue.md, Nothing of the kind. */',
    '/** See docs/product/catalogue.md,\n * Nothing of the kind. */',
    '/** docs/decisions/9999 says why. */',
    '// The rules are in ../shared/spec.',
  ])('refuses %j', (text) => {
    expect(cited(text)).not.toEqual([])
  })

  test.each([
    'const priceSpecification = 1',
    '// The OpenAPI specification of all endpoints.',
    '/** docs/product/catalogue.md, Prices, has the rule. */',
    '/** docs/product/accounts.md, Roles\n * and scopes. */',
    '/** docs/decisions/0031 says why. */',
    '// A decision, once made, stays.',
  ])('allows %j', (text) => {
    expect(cited(text)).toEqual([])
  })

  test('a page may cite a page beside it', () => {
    expect(cited('See [prices](catalogue.md).', 'docs/product/a.md')).toEqual([])
    expect(cited('See [prices](nothing.md).', 'docs/product/a.md')).toEqual(['docs/product/a.md: cites nothing.md'])
  })
})

describe('pages about the code', () => {
  const code = readCode(ROOT)
  const files = code.map(({ path }) => path)
  const page = (text: string, path = 'docs/a.md') => ({ path, text })

  test('name only files that there are', () => {
    const pages = readWords(ROOT, 'docs').filter(({ path }) => path.endsWith('.md'))
    expect(pages.flatMap((each) => findMissingFiles(each, files))).toEqual([])
    expect(findMissingFiles(page('See `arch/words.ts` and `tools/arch/none.ts`.'), files)).toEqual([
      'docs/a.md: there is no file tools/arch/none.ts',
    ])
  })

  // Decisions are not checked, because they also name rejected solutions. The architecture describes the present code.
  test('the architecture names only what the code has', () => {
    const text = code.map((file) => file.text).join('\n')
    const architecture = page(readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8'), 'docs/ARCHITECTURE.md')
    expect(findMissingNames(architecture, text)).toEqual([])
    // The name is put together here: written out, the code would contain it.
    const gone = ['gone', 'Name'].join('')
    expect(findMissingNames(page(`\`findMissingNames\` is, \`${gone}\` is not.`), text)).toEqual([
      `docs/a.md: nothing is called ${gone}`,
    ])
  })
})
