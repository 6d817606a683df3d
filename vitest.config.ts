import { fileURLToPath } from 'node:url'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const source = '@gyre/source'

export default defineConfig({
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/deep/**', '**/node_modules/**'],
    // Many tests start programs, whose short lives are mostly compiling: what one compiled the next ones use.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    globalSetup: ['test/postgres/setup.ts'],
    execArgv: [`--conditions=${source}`],
    // Hundreds of files use the same modules: loading them once per worker and using every core is a third of the time.
    isolate: false,
    maxWorkers: '100%',
    // Many start processes. How long these take is a matter of what else the machine does, which no test is about.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
