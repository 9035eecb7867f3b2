import { defineConfig } from 'vite'

/** What browsers load: one script, whose name stays, because nothing here is cached. */
export default defineConfig({
  build: {
    target: 'esnext',
    modulePreload: false,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/browser/main.ts', output: { entryFileNames: 'main.js' } },
  },
})
