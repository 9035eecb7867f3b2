import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** What lists are made of is one file: in a dozen small ones it would be 2.5 kB more (docs/decisions/0015). */
const LISTS = new RegExp(
  [
    String.raw`src[\\/]features[\\/](?:lists|catalogue[\\/](?!CategoryGrid|category-icon)|applications[\\/][^\\/]+$)`,
    String.raw`ui[\\/](?:Pagination|Breadcrumbs|EmptyState|Dialog|IconTile|VerifiedSign|Rating|Stars|CardList|Card|Badge|Field|Select|use-shared-icon)`,
    String.raw`icons[\\/](?:chevron-(?:left|right)|sliders|search-x|badge-check|star|sparkles|wrench)`,
    String.raw`domain[\\/]src[\\/]pagination`,
  ].join('|'),
)

/** What other pages share is one file too: an application's page asked for a dozen of a kilobyte each, one round trip after another. */
const PAGES = /src[\\/](?:ui|lib)[\\/](?!toast|session|attribution)|icons[\\/]/

/** What fetches pages ahead, and looks at them again, comes together when the page is idle. */
const AHEAD = /storefront[\\/]app[\\/](?:in-background|prefetch-links)|lib[\\/]prefetch-queue/

/** What several screens of the workspace share is one file, without forms, which come with the first of them. */
const SCREENS = /src[\\/](?:ui|lib|features|workspace[\\/](?:kit|data))[\\/](?!session|FormSheet|place-failure)|icons[\\/]/

/**
 * The router's components that no page uses, its links and forms among them, would stay in the bundle for being made by a call and
 * named by an assignment. Its instrumentation would stay because a router could be given some; none of ours is (docs/decisions/0015).
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/(?<== )(?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ ')
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined')
        .replaceAll(/(?<== )consumeInstrumentationClientResultMetaReceiver\(router\)/g, 'undefined'),
      map: null,
    }),
  },
}

/** All that the entry needs stays with it, or whatever a page loaded later shares with it is a file of its own. */
const START = { name: 'start', tags: ['$initial' as const], priority: 2 }

/**
 * `vite build --app` writes the browser's part to dist/client and the server's renderers to dist/server. The workspace is built apart from the
 * storefront, so that nothing which one half uses finds its way into what the other loads (docs/decisions/0040).
 */
export default defineConfig(({ command }) => ({
  plugins: [react(), tailwindcss(), leaveOutUnused],
  build: {
    assetsInlineLimit: 0,
    // A server that runs from the build before this one still reads its files: tools/lib/old-files.mjs removes them later.
    emptyOutDir: false,
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    reportCompressedSize: false,
  },
  builder: {},
  resolve: {
    alias: [
      // Only lucide's own icons ask for it by this path.
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
        // The storefront's files lie there already.
        emptyOutDir: false,
        manifest: '.vite/workspace.json',
        sourcemap: 'hidden',
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'src/workspace/app/entry-client.tsx',
          output: {
            codeSplitting: {
              groups: [START, { name: 'screens', test: SCREENS, minShareCount: 2 }],
            },
          },
        },
      },
    },
    ssr: {
      // The renderer is whole in itself, React's production build included, whatever environment runs it.
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
