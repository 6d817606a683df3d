import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

const source = '@gyre/source'

export default defineConfig({
  ssr: { resolve: { conditions: [source, ...defaultServerConditions] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/{deep,journeys}/**', '**/node_modules/**'],
    // Many tests start programs, whose short lives are mostly compiling: what one compiled the next ones use.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    globalSetup: ['test/postgres/setup.ts'],
    execArgv: [`--conditions=${source}`],
    // Hundreds of files use the same modules: loading them once per worker and using every core is a third of the time.
    // One worker more than there are cores on small machines: many wait for a database or a process.
    isolate: false,
    maxWorkers: Math.max(3, availableParallelism()),
    // Many start processes. How long these take is a matter of what else the machine does, which no test is about.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
