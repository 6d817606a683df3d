import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:4111'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    conditions: ['@gyre/source', 'module', 'browser', 'development|production'],
    alias: { 'rehype-raw': fileURLToPath(new URL('./src/ui/raw-html-as-text.ts', import.meta.url)) },
  },
  // A file that stands in the page as data would be let through by the policy of the server for pictures alone.
  build: { target: 'es2024', assetsInlineLimit: 0 },
  // With `gyre serve --no-auth` beside it, a change of a file is seen at once.
  server: { proxy: { '/api': { target: server, changeOrigin: true, headers: { origin: server } } } },
})
