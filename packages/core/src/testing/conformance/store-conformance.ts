/**
 * What every store must do, sentence by sentence of the port: run it against your own.
 *
 *     import { describe, expect, it } from 'vitest'
 *     storeConformance('my store', openMyStore, { describe, it, expect })
 */
import { auditLogTests } from './audit-log-tests.ts'
import { auditTests } from './audit-tests.ts'
import { catalogTests } from './catalog-tests.ts'
import { durabilityTests } from './durability-tests.ts'
import { interventionTests } from './intervention-tests.ts'
import { journalTests } from './journal-tests.ts'
import { keyValueTests } from './key-value-tests.ts'
import { knowledgeTests } from './knowledge-tests.ts'
import { leaseTests } from './lease-tests.ts'
import { memoryTests } from './memory-tests.ts'
import { sessionTests } from './session-tests.ts'
import type { OpenStore, Suite, TestRunner } from './suite.ts'
import { valueTests } from './value-tests.ts'

const parts = {
  sessions: sessionTests,
  leases: leaseTests,
  journal: journalTests,
  audit: auditTests,
  values: valueTests,
  interventions: interventionTests,
  'key-value': keyValueTests,
  catalog: catalogTests,
  knowledge: knowledgeTests,
  memories: memoryTests,
  'audit log': auditLogTests,
  durability: durabilityTests,
} as const

const timeoutMs = 30_000

/** `open` gives each test a new, empty store. */
export function storeConformance(name: string, open: () => Promise<OpenStore>, runner: TestRunner): void {
  const suite: Suite = {
    expect: runner.expect,
    test: (title, body) =>
      runner.it(
        title,
        async () => {
          const opened = await open()
          try {
            await body(opened.store, opened)
          } finally {
            await opened.close()
          }
        },
        timeoutMs,
      ),
  }
  runner.describe(name, () => {
    for (const [part, tests] of Object.entries(parts)) runner.describe(part, () => tests(suite))
  })
}
