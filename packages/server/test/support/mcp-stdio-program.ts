/** A program whose loops are served over stdin and stdout. Its store is a file, so that what it suspends is found again. */
import { loops, Runtime, type Tool } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores/sqlite'
import { serveMcpOverStdio } from '../../src/mcp/stdio.ts'
import type { Tenant } from '../../src/place.ts'
import { pay } from './mcp-tools.ts'

const [, , file = '', script = 'pays'] = process.argv

const scripts = {
  pays: () => scriptedModel(says('Over stdio.'), calls('pay', { amount: 5 }), says('Paid.')),
  hangs: () => scriptedModel(() => new Promise<never>(() => {})),
}
const model = scripts[script as keyof typeof scripts]()
const clerk = { persona: { name: 'clerk', loop: 'react' }, source: 'test' }
const store = sqliteStore(file)
const runtime = new Runtime({ store, model, models: [model], loops: [...loops], tools: [pay], personas: [clerk] })
const tenant = async (owner: string) => ({ owner, runtime, sessionTools: async () => [] as readonly Tool[] }) as Tenant
const { stdin, stdout } = process
await serveMcpOverStdio({ version: '1.2.3', store, tenant, redacted: (text) => text }, { stdin, stdout })
await runtime.close({ graceMs: 0 })
