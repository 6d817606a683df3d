/** The conformance suite of the protocol, run against our server, for both versions it speaks. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { scriptedModel } from '@gyre/core/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mcpFixtures } from '../../packages/server/test/support/mcp-fixtures.ts'
import { type McpHost, mcpHost } from '../../packages/server/test/support/mcp-host.ts'

const root = join(import.meta.dirname, '../..')
const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const baseline = join(root, 'test/mcp/server-conformance-baseline.yml')

let host: McpHost
beforeAll(async () => {
  host = await mcpHost({ model: scriptedModel(), isOpen: true, conformanceFixtures: mcpFixtures })
})
afterAll(() => host.close())

/** Runs what a version requires. The code is not 0 when a scenario fails that should not, or passes that should not. */
async function run(requirements: string) {
  const options = ['--url', host.url.href, '--requirements', requirements, '--expected-failures', baseline]
  const child = spawn(process.execPath, [suite, 'server', ...options], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      out += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, out }
}

/** Scenarios with a check that failed, as the suite sums them up. */
function failedIn(out: string): readonly string[] {
  return [...out.matchAll(/^✗ (\S+): \d+ passed, \d+ failed$/gm)].map(([, name = '']) => name)
}

/** An extension that no set scores. Its scenarios want tools of their own; tests beside the server have it with sessions. */
const tasks = /^tasks-/

it.each([
  ['2025-11-25', 33],
  ['2026-07-28', 50],
])('conforms to %s', async (requirements, count) => {
  const { code, out } = await run(requirements)
  expect(
    failedIn(out).filter((name) => !tasks.test(name)),
    out,
  ).toEqual([])
  expect([...out.matchAll(/^[✓✗] \S+: \d+ passed/gm)]).toHaveLength(count)
  expect(out).toContain('Baseline check passed: all failures are expected.')
  expect(code).toBe(0)
})
