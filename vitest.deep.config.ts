import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// The long tier: real kills of real processes, chaos, very long sessions.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/deep/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
})
