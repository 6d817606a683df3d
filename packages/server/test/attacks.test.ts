import { says, scriptedModel } from '@gyre/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogEntry } from '../src/http/gate.ts'
import { type Attack, launch, stateOf, type Victim, victimOn } from './support/attack.ts'
import { apiAttacks, keylessAttacks, roleAttacks, scopeAttacks, strangerAttacks } from './support/attacks-on-routes.ts'
import { browserAttacks, hostAttacks, keyAttacks, originAttacks } from './support/attacks-on-the-door.ts'
import { bodyAttacks, pathAttacks, wireAttacks } from './support/attacks-on-the-wire.ts'
import { testServer } from './support/test-server.ts'

let victim: Victim
const logged: LogEntry[] = []

beforeAll(async () => {
  const server = await testServer({
    model: scriptedModel(says('FINAL ANSWER: 42')),
    server: {
      bodyLimitBytes: 65_536,
      rates: { perCaller: 100_000, failuresPerAddress: 100_000 },
      allowedOrigins: ['https://chat.example.com'],
      log: (entry) => logged.push(entry),
    },
  })
  victim = await victimOn(server)
})

afterAll(() => victim.server.close())

describe.each<[string, readonly Attack[]]>([
  ['keys', keyAttacks],
  ['browsers', browserAttacks],
  ['hosts', hostAttacks],
  ['origins', originAttacks],
  ['paths', pathAttacks],
  ['the wire', wireAttacks],
  ['bodies', bodyAttacks],
  ['who has no key', keylessAttacks],
  ['who may do less', roleAttacks],
  ['who may use less', scopeAttacks],
  ['another tenant', strangerAttacks],
  ['what the API takes', apiAttacks],
])('attacks by %s change nothing', (_, attacks) => {
  it.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const before = await stateOf(victim)
    const { status, text, headers } = await launch(victim, attack)
    expect({ status, code: attack.code && codeIn(text) }).toEqual({ status: attack.status, code: attack.code })
    expect(await stateOf(victim)).toBe(before)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(text).not.toContain('The first goal of the victim')
    expect(text).not.toContain('HTTP/1.1')
  })
})

describe('what attackers leave behind', () => {
  it('is a line for each in the log, without a word of what they or their victim said', () => {
    expect(logged.length).toBeGreaterThan(150)
    const { keys, words, cookie } = victim
    const secrets = Object.values(keys).map((key) => key.slice(18))
    const log = JSON.stringify(logged)
    for (const secret of [...secrets, cookie, words['csrf'] ?? '', 'Hello', 'AAAAAAAA', 'The first goal']) {
      expect(log).not.toContain(secret)
    }
    expect(logged.filter(({ path }) => !/^[!-~]*$/.test(path))).toEqual([])
  })

  it('is a server that still works', async () => {
    expect((await victim.server.request('/v1/models')).status).toBe(200)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

function codeIn(text: string): unknown {
  const [json = ''] = /\{.*\}/s.exec(text) ?? []
  return (JSON.parse(json) as { error?: { code?: string } }).error?.code
}
