import { defineConfig } from 'vite'

/** Builds one script for browsers. Its name never changes, because browsers do not cache it. */
export default defineConfig({
  build: {
    target: 'esnext',
    modulePreload: false,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/browser/main.ts', output: { entryFileNames: 'main.js' } },
  },
})
