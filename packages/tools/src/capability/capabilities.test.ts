import { type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ringOf, toolOf } from '../../../../test/guard/guarded.ts'
import { Capabilities, type CapabilityOptions } from './capabilities.ts'
import type { Caveat } from './caveat.ts'
import { attenuate } from './token.ts'

const add = toolOf()
const send = toolOf(() => 'sent', { name: 'send', permissions: ['net'] })
const write = toolOf(() => 'written', { name: 'files.write', permissions: ['files.read', 'files.write'] })
const all = [add, send, write]

function capabilities(more: Partial<CapabilityOptions> = {}) {
  const clock: SimulatedClock = simulatedClock()
  const keys = ringOf('k1')
  return { clock, keys, rights: new Capabilities({ clock, keys, ttlMs: 1_000, denied: [], ...more }) }
}

const session = 'ses_1'
const noToken = 'this loop holds no valid token for its session'

describe('a token', () => {
  it('lets its session call the tools it was granted for', () => {
    const { rights } = capabilities()
    const token = rights.grant({ session, tools: all, within: undefined })
    expect(all.map((tool) => rights.fault(token, session, tool))).toEqual([undefined, undefined, undefined])
  })

  it('is needed for every call', () => {
    const { rights } = capabilities()
    expect(rights.fault(undefined, session, add)).toBe(noToken)
    expect(rights.fault('', session, add)).toBe(noToken)
  })

  it('is of no use to another session', () => {
    const { rights } = capabilities()
    const token = rights.grant({ session, tools: all, within: undefined })
    expect(rights.fault(token, 'ses_2', add)).toBe(noToken)
    // Nor when it is the one around that of another session.
    const within = rights.grant({ session: 'ses_2', tools: all, within: token })
    expect(rights.fault(within, 'ses_2', add)).toBe(noToken)
  })

  it('lets nobody call another tool, or one that touches more', () => {
    const { rights } = capabilities()
    const token = rights.grant({ session, tools: [add], within: undefined })
    expect(rights.fault(token, session, send)).toBe('the loop around this one did not grant `send`; it granted `add`')
    expect(rights.fault(token, session, { ...add, permissions: ['net'] })).toBe(
      'it needs the permission `net`, which is not granted',
    )
    const none = rights.grant({ session, tools: [], within: token })
    expect(rights.fault(none, session, add)).toBe('the loop around this one granted it no tools')
  })

  it.each<[readonly string[], readonly string[]]>([
    [[], []],
    [['net'], ['send']],
    [['files.*'], ['files.write']],
    [['files.read'], ['files.write']],
    [['file'], []],
    [['*'], ['send', 'files.write']],
  ])('has no permission that is denied to all: %j takes away %j', (denied, refused) => {
    const { rights } = capabilities({ denied })
    const token = rights.grant({ session, tools: all, within: undefined })
    expect(all.filter((tool) => rights.fault(token, session, tool) !== undefined).map(({ name }) => name)).toEqual(
      refused,
    )
  })

  it('expires, though it was looked at before', async () => {
    const { rights, clock } = capabilities()
    const token = rights.grant({ session, tools: all, within: undefined })
    await clock.advance(999)
    expect(rights.fault(token, session, add)).toBeUndefined()
    await clock.advance(1)
    const expired = 'the rights of this session have expired, and are renewed when it is resumed'
    expect(rights.fault(token, session, add)).toBe(expired)
    const renewed = rights.grant({ session, tools: all, within: undefined })
    expect(rights.fault(renewed, session, add)).toBeUndefined()
    expect(rights.fault(rights.grant({ session, tools: all, within: token }), session, add)).toBe(expired)
  })

  it('is worth nothing with a caveat that nobody knows', () => {
    const { rights } = capabilities()
    const token = rights.grant({ session, tools: all, within: undefined })
    expect(rights.fault(attenuate(token, [['weekday', 'monday']]), session, add)).toBe(noToken)
    expect(rights.fault(attenuate(token, [['tools', ['add']]]), session, add)).toBeUndefined()
  })

  it('has rights for three levels below the first, and none for a fourth', () => {
    const { rights } = capabilities()
    const faults: (string | undefined)[] = []
    let token: string | undefined
    for (let level = 0; level <= 5; level++) {
      token = rights.grant({ session, tools: all, within: token })
      faults.push(rights.fault(token, session, add))
    }
    const tooDeep = 'loops and tools inside each other have rights 3 levels deep at most'
    expect(faults).toEqual([undefined, undefined, undefined, undefined, tooDeep, tooDeep])
  })

  it.each(['', 'x', '["gyre/1","k1","ses_1"]\nx'])('that is made within %j is worth nothing', (within) => {
    const { rights } = capabilities()
    expect(rights.fault(rights.grant({ session, tools: all, within }), session, add)).toBe(noToken)
  })
})

describe('a token within another', () => {
  const subsets = fc.subarray(all)

  it('allows what all of them allow, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(subsets, { minLength: 1, maxLength: 4 }), subsets, (levels, denied) => {
        const permissions = denied.flatMap((tool) => tool.permissions)
        const { rights } = capabilities({ denied: permissions })
        let token: string | undefined
        for (const tools of levels) token = rights.grant({ session, tools, within: token })
        for (const tool of all) {
          const isGranted = levels.every((tools) => tools.includes(tool))
          // Of tools that are not granted, others may have brought the permissions along.
          const isCovered = tool.permissions.every((permission) => !permissions.includes(permission))
          expect(rights.fault(token, session, tool) === undefined).toBe(isGranted && isCovered)
        }
      }),
    )
  })

  it('never allows what the one around it does not, whatever caveats its holder adds', () => {
    const added = fc.oneof(
      fc.tuple(
        fc.constantFrom('tools', 'permissions'),
        fc.subarray(['add', 'send', 'files.write', 'net', 'files.read']),
      ),
      fc.tuple(fc.constantFrom('depth', 'expires'), fc.integer()),
      fc.tuple(fc.string(), fc.jsonValue()),
    )
    fc.assert(
      fc.property(subsets, fc.array(added), (tools, caveats) => {
        const { rights } = capabilities()
        const token = rights.grant({ session, tools, within: undefined })
        const narrow = attenuate(token, caveats as Caveat[])
        for (const tool of all) {
          if (rights.fault(narrow, session, tool) === undefined)
            expect(rights.fault(token, session, tool)).toBeUndefined()
        }
      }),
    )
  })
})

describe('the keys of tokens', () => {
  it('are those of the ring: an older one still counts, one that is gone does not', () => {
    const { rights, keys } = capabilities()
    const old = rights.grant({ session, tools: all, within: undefined })
    keys.keys = [...keys.keys, ...ringOf('k2').keys]
    const fresh = rights.grant({ session, tools: all, within: undefined })
    expect(fresh).not.toBe(old)
    expect(rights.fault(old, session, add)).toBeUndefined()
    expect(rights.fault(rights.grant({ session, tools: all, within: old }), session, add)).toBeUndefined()
    keys.keys = keys.keys.slice(1)
    expect(rights.fault(old, session, add)).toBe(noToken)
    expect(rights.fault(fresh, session, add)).toBeUndefined()
  })

  it('are not those of another ring that calls its key the same', () => {
    const { rights } = capabilities()
    const keys = ringOf('other')
    keys.keys = [{ id: 'k1', secret: keys.current.secret }]
    const token = capabilities({ keys }).rights.grant({ session, tools: all, within: undefined })
    expect(rights.fault(token, session, add)).toBe(noToken)
  })

  it('may be replaced under their name: what was signed before is worth nothing', () => {
    const { rights, keys } = capabilities()
    const token = rights.grant({ session, tools: all, within: undefined })
    expect(rights.fault(token, session, add)).toBeUndefined()
    keys.keys = [{ id: 'k1', secret: ringOf('k2').current.secret }]
    expect(rights.fault(token, session, add)).toBe(noToken)
  })
})

describe('a token that is looked at again', () => {
  it('is worth the same, and one that was changed since is worth nothing', () => {
    const { rights } = capabilities()
    const token = rights.grant({ session, tools: [add], within: undefined })
    const changed = token.replace('"add"', '"send"')
    for (let nth = 0; nth < 3; nth++) {
      expect(rights.fault(token, session, add)).toBeUndefined()
      expect(rights.fault(token, 'ses_2', add)).toBe(noToken)
      expect(rights.fault(changed, session, send)).toBe(noToken)
    }
  })

  it('is worth the same after a thousand others', () => {
    const { rights } = capabilities()
    const sessions = Array.from({ length: 1_100 }, (_, nth) => `ses_${nth}`)
    const tokens = sessions.map((id) => rights.grant({ session: id, tools: [add], within: undefined }))
    for (let round = 0; round < 2; round++) {
      for (const [nth, id] of sessions.entries()) expect(rights.fault(tokens[nth], id, add)).toBeUndefined()
    }
    expect(rights.fault(tokens[0], 'ses_1', add)).toBe(noToken)
  })
})
