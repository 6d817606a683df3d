import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

// The long tier: real kills of real processes, chaos, very long sessions.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/{deep,journeys}/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    // Each file in a process of its own: some measure the memory of theirs, many kill others, by their ids. Most of them
    // wait for processes and pages, so two at once take little more time than one.
    isolate: true,
    globalSetup: ['test/postgres/setup.ts', 'test/web/setup.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
  },
})
