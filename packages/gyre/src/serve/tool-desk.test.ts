import { describe, expect, it } from 'vitest'
import { servedPlace } from '../../test/served-place.ts'

const closed = { state: 'closed', failures: 0, since: null, until: null }

describe('the tools of a place', () => {
  it('are shown with where they are from, their limits here and their breakers', async () => {
    const { place } = await servedPlace({ toolLimits: { 'math.*': { perMinute: 7 } } })
    const { tools } = await place.tenant('anna')
    const shown = (await tools.list()).find(({ name }) => name === 'math.calculate')
    expect(shown).toMatchObject({
      from: 'toolbox math',
      effect: 'pure',
      approval: 'never',
      permissions: [],
      denied: [],
      limits: { perMinute: 7, outputChars: expect.any(Number), timeoutMs: expect.any(Number) },
      breaker: closed,
      input: { type: 'object', required: ['expression'] },
    })
    expect(JSON.parse(JSON.stringify(shown))).not.toHaveProperty('trusted')
  })

  it('say which of their permissions nobody has here', async () => {
    const { place } = await servedPlace({ permissions: { deny: ['knowledge.*'] } })
    const { tools } = await place.tenant('anna')
    const denied = (await tools.list()).filter((tool) => tool.denied.length > 0)
    expect(denied.map(({ name }) => name)).toContain('knowledge.search')
    expect(new Set(denied.flatMap((tool) => tool.denied))).toEqual(new Set(['knowledge.read']))
  })

  it.each(['math.calculate', 'gone.echo'])('let %s run again when its breaker is reset', async (name) => {
    const { place, workplace } = await servedPlace()
    const { tools } = await place.tenant('anna')
    const [since, until] = [Date.now(), Date.now() + 300_000]
    await place.store.keyValue.set(`breaker/${name}`, { state: 'open', failures: 3, since, until })
    const state = async () => (await workplace.guard.breakers.list([name]))[0]?.state
    expect(await state()).toBe('open')
    expect(await tools.resetBreaker(name)).toEqual(closed)
    expect(await state()).toBe('closed')
  })

  it('show since when and until when they may not run', async () => {
    const { place } = await servedPlace()
    const { tools } = await place.tenant('anna')
    const until = Date.UTC(2100, 0, 1)
    await place.store.keyValue.set('breaker/math.calculate', { state: 'open', failures: 3, since: 0, until })
    expect((await tools.list()).find(({ name }) => name === 'math.calculate')?.breaker).toEqual({
      state: 'open',
      failures: 3,
      since: '1970-01-01T00:00:00.000Z',
      until: '2100-01-01T00:00:00.000Z',
    })
  })

  it("have no breaker under a name that is nobody's", async () => {
    const { place } = await servedPlace()
    const { tools } = await place.tenant('anna')
    expect(await tools.resetBreaker('math.calculate')).toEqual(closed)
    await expect(tools.resetBreaker('math.dream')).rejects.toMatchObject({ code: 'tool-unknown' })
  })
})
