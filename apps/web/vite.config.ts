import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** The modules of lists become one file: a dozen small ones would be 2.5 kB larger (docs/decisions/0015). */
const LISTS = new RegExp(
  [
    String.raw`src[\\/]features[\\/](?:lists|catalogue[\\/](?!CategoryGrid|category-icon)|applications[\\/][^\\/]+$)`,
    String.raw`ui[\\/](?:Pagination|Breadcrumbs|EmptyState|Dialog|IconTile|VerifiedSign|Rating|Stars|CardList|Card|Badge|Field|Select|use-shared-icon)`,
    String.raw`icons[\\/](?:chevron-(?:left|right)|sliders|search-x|badge-check|star|sparkles|wrench)`,
    String.raw`domain[\\/]src[\\/]pagination`,
  ].join('|'),
)

/**
 * Modules shared by several pages become one file too. Otherwise an application's page would load a dozen files of 1 kB, with several
 * round trips.
 */
const PAGES = /src[\\/](?:ui|lib)[\\/](?!toast|session|attribution)|icons[\\/]/

/** The modules that prefetch pages and refresh data are loaded together when the page is idle. */
const AHEAD = /storefront[\\/]app[\\/](?:in-background|prefetch-links)|lib[\\/]prefetch-queue/

/** Modules shared by several screens of the workspace become one file, without those for forms, which load with the first form. */
const SCREENS =
  /src[\\/](?:ui|lib|features|workspace[\\/](?:kit|data))[\\/](?!session[\\/](?!prompts)|FormSheet|place-failure)|icons[\\/]|core[\\/]enumerations|domain[\\/]src[\\/]application-addresses|buying[\\/](?:cart-failure|amounts)/

/** Among them, what neither the cart nor a checkout needs: another file. */
const ESTATE =
  /features[\\/](?:applications|installs[\\/](?!application-icon))|kit[\\/](?:DataTable|Tabs|Stat|table-address)|ui[\\/](?:Pagination|FactList|CardList|Stars|Rating|VerifiedSign|use-shared-icon)|lib[\\/](?:expected-page|page-data|card-action)/

/**
 * Modules shared by the cart and the checkouts become one file, and those that only checkouts share another one. Otherwise a checkout would
 * load a dozen files of 1 kB, with several round trips.
 */
const BUYING =
  /workspace[\\/]pages[\\/](?:buying[\\/](?:Notice|cart-notes|use-now|use-cart)|cart[\\/](?:CartSummary|LockNotice))|domain[\\/]src[\\/]buying[\\/](?:terms|cart-changes|tax-notes)/
const PAYING =
  /workspace[\\/]pages[\\/](?:buying|checkout)[\\/]|domain[\\/]src[\\/]buying|contracts[\\/]src[\\/](?:billing|core[\\/]countries)|app-frame[\\/]src[\\/]passing/

/** React is a file of its own in the workspace: half of what a first visit loads, and the same in the next release. */
const REACT = /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/

/** The parts of the header that load with the session. */
const HEADER = /features[\\/](?:session[\\/](?:AccountMenu|SessionOverlay)|cart[\\/]CartButton)/

/**
 * Removes components of the router that no page uses, such as its links and forms: they are created by calls and named by assignments, so
 * the bundler cannot drop them. Also removes its instrumentation, which none of our routers uses, and its warnings to developers
 * (docs/decisions/0015).
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/(?<== )(?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ ')
        .replaceAll(/(?<=^\s*|\) |else )warning\((?=.*\);$)/gm, 'void (')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined')
        .replaceAll(/(?<== )consumeInstrumentationClientResultMetaReceiver\(router\)/g, 'undefined'),
      map: null,
    }),
  },
}

/**
 * Keeps everything that the entry needs in its own file. Otherwise modules that it shares with a lazily loaded page would become separate
 * files.
 */
const START = { name: 'start', tags: ['$initial' as const], priority: 2 }

/**
 * `vite build --app` writes the browser's files to dist/client and the server's renderers to dist/server. The workspace is built
 * separately from the storefront, so that neither half loads code of the other (docs/decisions/0040).
 */
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), leaveOutUnused],
  build: {
    assetsInlineLimit: 0,
    // A server that runs from the previous build still reads its files: tools/lib/old-files.mjs removes them later.
    emptyOutDir: false,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    reportCompressedSize: false,
  },
  builder: {},
  resolve: {
    alias: [
      // Only lucide's own icons import this path.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: fileURLToPath(new URL('src/ui/draw-icon.ts', import.meta.url)) },
    ],
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        sourcemap: 'hidden',
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'src/storefront/app/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [
                START,
                { name: 'lists', test: LISTS, minShareCount: 2, priority: 1 },
                { name: 'ahead', test: AHEAD, priority: 1 },
                { name: 'pages', test: PAGES, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    workspace: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        // The directory already contains the storefront's files.
        emptyOutDir: false,
        manifest: '.vite/workspace.json',
        sourcemap: 'hidden',
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'src/workspace/app/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: REACT, priority: 3 },
                START,
                { name: 'header', test: HEADER, priority: 1 },
                { name: 'screens', test: (id) => SCREENS.test(id) && !ESTATE.test(id), minShareCount: 2, priority: 1 },
                { name: 'buying', test: BUYING, minShareCount: 2 },
                { name: 'paying', test: PAYING, minShareCount: 2 },
                { name: 'estate', test: ESTATE, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The renderer bundles all its dependencies, including React's production build, so it does not depend on the environment that runs
      // it.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
      }),
      build: {
        outDir: 'dist/server',
        ssr: true,
        emitAssets: false,
        rolldownOptions: {
          input: { 'entry-server': 'src/storefront/app/entry-server.tsx', shell: 'src/workspace/app/entry-server.tsx' },
        },
      },
    },
  },
}))
