import { dirname, relative, resolve, sep } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/** What a module of the server asks of import.meta, apart from `resolve`, which is the same for all files of a package. */
const PLACES = /\bimport\.meta\.(?!resolve\b)(\w+)/g

/** In the one file `dirname` and `url` of import.meta are still those of the module, by its way from the folder of the one file. */
const keepPlaces = (outDir: string): Plugin => ({
  name: 'keep-places',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta/ },
    handler(code, id) {
      const from = (path: string) => JSON.stringify(`/${relative(outDir, path).split(sep).join('/')}`)
      const places = new Map([
        ['dirname', `(import.meta.dirname + ${from(dirname(id))})`],
        ['url', `new URL("." + ${from(id)}, import.meta.url).href`],
      ])
      return {
        code: code.replaceAll(PLACES, (asked: string, name: string) => {
          const place = places.get(name)
          if (!place) this.error(`${id}: ${asked} would be that of the built server. Use import.meta.dirname or import.meta.url.`)
          return place
        }),
        map: null,
      }
    },
  },
})

/**
 * Makes one file of a program of the server and all it imports from this repository, so that it starts in half the time and with less
 * memory (docs/decisions/0063). Packages stay where npm put them, except drizzle-orm: Node reads its package.json of 180 kB again for each
 * of its 120 files.
 */
export const buildProgram = (folder: string, program: string): UserConfig => {
  const outDir = resolve(folder, 'dist')
  return defineConfig({
    root: folder,
    plugins: [keepPlaces(outDir)],
    ssr: { noExternal: ['drizzle-orm'] },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: resolve(folder, program),
        // Without these two, a call is left out if its value is not used, also one that is made for its error, as of decodeURIComponent().
        treeshake: false,
        output: { codeSplitting: false, keepNames: true, minify: false },
      },
    },
  })
}

export default buildProgram(import.meta.dirname, 'src/main.ts')
