import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * `vite build --app` writes the browser's part to dist/client and the server's renderer to dist/server.
 *
 * React Compiler works on what holds state and is drawn again, the pages and the frame around them. What they are made of is
 * drawn once: a compiled page hands on the same elements, so a memory in each leaf would only cost 4 kB of the listing's 105.
 */
export default defineConfig(({ command }) => ({
  plugins: [react({ compiler: { sources: ['/src/app/', '/src/pages/'] } }), tailwindcss()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        sourcemap: 'hidden',
        cssCodeSplit: false,
        rolldownOptions: { input: 'src/app/entry-client.tsx' },
      },
    },
    ssr: {
      // The renderer is whole in itself, React's production build included, whatever environment runs it.
      ...(command === 'build' && {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
      }),
      build: { outDir: 'dist/server', ssr: true, emitAssets: false, rolldownOptions: { input: 'src/app/entry-server.tsx' } },
    },
  },
}))
