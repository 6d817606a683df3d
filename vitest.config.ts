import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const source = '@gyre/source'

export default defineConfig({
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/deep/**', '**/node_modules/**'],
    execArgv: [`--conditions=${source}`],
  },
})
