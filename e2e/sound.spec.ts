import { axeFindings, expectSound } from './sound.ts'
import { expect, test } from './test.ts'

const FAULTY = `<!doctype html><html lang="en"><title>Faults</title><main><h1>Faults</h1>
<input><p style="color: #ccc; background: #fff">Too pale</p></main>`

test('a check of a page finds what is wrong with it, by kind and by part', async ({ page }) => {
  await page.setContent(FAULTY)
  const rulesOf = (findings: string[]) => findings.map((finding) => finding.split(':')[0]).toSorted()
  expect(rulesOf(await axeFindings(page))).toEqual(['color-contrast', 'label'])
  expect(rulesOf(await axeFindings(page, {}, 'shape'))).toEqual(['label'])
  expect(rulesOf(await axeFindings(page, {}, 'colours'))).toEqual(['color-contrast'])
  expect(await axeFindings(page, { include: 'h1' })).toEqual([])
  expect(await axeFindings(page, { without: ['label', 'color-contrast'] })).toEqual([])
  // A frame of another origin is checked too.
  await page.setContent(`<!doctype html><html lang="en"><title>Frame</title><main><h1>Frame</h1>
    <iframe title="Faults" sandbox="allow-scripts" srcdoc='${FAULTY}'></iframe></main>`)
  await expect(page.frameLocator('iframe').getByText('Too pale')).toBeVisible()
  expect(rulesOf(await axeFindings(page))).toEqual(['color-contrast', 'label'])
})

test('a check of a page on which people pay finds what is too pale on a dark phone', async ({ page }) => {
  const pale = '@media (prefers-color-scheme: dark) and (max-width: 400px) { h1 { color: #ccc } }'
  await page.setContent(`<!doctype html><html lang="en"><title>Pale</title><style>body { background: #fff } ${pale}</style>
    <main><h1>Pale</h1></main>`)
  await expectSound(page, 'a page')
  await expect(expectSound(page, 'a paid page', { pays: true })).rejects.toThrow(/a paid page at 390, dark/)
})

test('a check of a page at each width finds what is wider than the window', async ({ page }) => {
  await page.setContent('<!doctype html><html lang="en"><title>Wide</title><main><h1 style="width: 700px">Wide</h1></main>')
  await expect(expectSound(page, 'a wide page')).rejects.toThrow(/a wide page at 390, light/)
  await page.setContent(
    '<!doctype html><html lang="en"><title>Narrow</title><main><h1 style="background: #fff">Narrow</h1></main>',
  )
  await expectSound(page, 'a narrow page')
})
