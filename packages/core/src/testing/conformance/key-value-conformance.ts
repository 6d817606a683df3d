/** What every key-value table must do, for one that is not part of a store. */
import { keyValueTests } from './key-value-tests.ts'
import type { OpenKeyValue, TestRunner } from './suite.ts'

const timeoutMs = 30_000

/** `open` gives each test a new, empty table. */
export function keyValueConformance(name: string, open: () => Promise<OpenKeyValue>, runner: TestRunner): void {
  const test = (title: string, body: (opened: OpenKeyValue) => Promise<void>): void =>
    runner.it(
      title,
      async () => {
        const opened = await open()
        try {
          await body(opened)
        } finally {
          await opened.close()
        }
      },
      timeoutMs,
    )
  runner.describe(name, () => keyValueTests({ test, expect: runner.expect }))
}
