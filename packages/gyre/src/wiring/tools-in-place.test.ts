import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, callsAll, says, scripted, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { misbehavingServer, ok, splitToolCall } from '../../../models/test/misbehaving-server.ts'
import { FakeHost } from '../../test/fake-host.ts'
import { invoke } from '../cli/invoke.ts'
import { openWorkplace } from './workplace.ts'

const server = join(import.meta.dirname, '../../test/small-server.ts')

/** A project with one server that says when it is started, and one that cannot be. */
function project(url: string, config: object = {}) {
  const cwd = temporaryFolder()
  const mark = join(cwd, 'started')
  const models = { default: 'house/m', providers: { house: { baseUrl: url } } }
  const mcpServers = {
    small: { command: process.execPath, args: [server], env: { MARK: mark } },
    gone: { command: 'no-such-program-anywhere' },
  }
  const written = JSON.stringify({ data: 'data', models, mcpServers, ...config })
  // A model that is found again by its name, and says nothing.
  const named = "{ 'test/scripted': { id: 'test/scripted', async *stream() {} } }"
  const text = `const config = ${written}\nexport default { ...config, models: { ...config.models, named: ${named} } }\n`
  writeFileSync(join(cwd, 'gyre.config.mjs'), text)
  const gyre = async (...args: string[]) => {
    const host = new FakeHost({ cwd, env: { HOME: cwd } })
    const code = await invoke(args, host)
    return { code, out: host.out, err: host.err }
  }
  /** Whether the server was started since it was last asked. */
  const wasStarted = () => {
    const isMarked = existsSync(mark)
    rmSync(mark, { force: true })
    return isMarked
  }
  return { cwd, gyre, wasStarted }
}

async function placeIn(cwd: string) {
  const place = await openWorkplace({ cwd, env: { HOME: cwd }, platform: 'linux' })
  onTestFinished(() => place.close({ graceMs: 0 }))
  return place
}

describe('commands in a project with servers', () => {
  it('run sessions with their tools, and tell once of a server that cannot be had', async () => {
    const { url, requests } = await misbehavingServer(
      splitToolCall('small__echo', '{"text":"hello"}'),
      ok('It said so.'),
    )
    const { gyre, wasStarted } = project(url)
    const { code, out, err } = await gyre('run', 'Say hello.')
    expect([code, out]).toEqual([0, 'It said so.\n'])
    expect(err.match(/MCP server `gone` is left out/g)).toHaveLength(1)
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('hello')
    expect(wasStarted()).toBe(true)
  }, 20_000)

  it('start no server to look at sessions, nor for help and tools that are here', async () => {
    const { url } = await misbehavingServer(ok('Fine.'))
    const { gyre, wasStarted } = project(url)
    for (const args of [
      ['run', '--tools', 'math.*,calendar.now', 'Hello?'],
      ['ps', '--all'],
      ['show', 'last'],
      ['show', 'last', '--prompt', 'think#1'],
      ['events', 'last'],
      ['replay', 'last'],
      ['help', 'tools'],
      ['loops'],
      ['mcp', 'list'],
      ['tools', 'show', 'math.calculate'],
      ['tools', 'call', 'math.calculate', 'expression=6*7'],
    ]) {
      expect([args, (await gyre(...args)).code, wasStarted()]).toEqual([args, 0, false])
    }
  }, 20_000)

  it('start servers whose tools are named by a pattern, and tell of a name that is nearly one of theirs', async () => {
    const { url } = await misbehavingServer(ok('Fine.'))
    const { gyre, wasStarted } = project(url)
    expect(await gyre('run', '--tools', 'sm*', 'Hello?')).toMatchObject({ code: 0 })
    expect(wasStarted()).toBe(true)
    expect(await gyre('run', '--tools', 'math.*,smal.echo', 'Hello?')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No tool fits `smal.echo`. Did you mean `small.echo`?'),
    })
  }, 20_000)

  it('list and call the tools of servers', async () => {
    const { gyre } = project('http://127.0.0.1:1/v1')
    const listed = await gyre('tools', '--json')
    const names = (JSON.parse(listed.out) as { name: string; from: object }[]).filter(
      ({ name }) => name === 'small.echo',
    )
    expect(names).toMatchObject([{ from: { kind: 'server', name: 'small' } }])
    expect(await gyre('tools', 'call', 'small.echo', 'text=hi')).toMatchObject({
      code: 0,
      out: expect.stringContaining('{"text":"hi"}'),
    })
    expect((await gyre('tools', 'call', 'small.fail')).code).toBe(1)
  }, 20_000)
})

describe('commands about the hotels', () => {
  it('list them apart, with who has them, and call them', async () => {
    const { gyre } = project('http://127.0.0.1:1/v1', { mcpServers: {} })
    const { out } = await gyre('tools')
    expect(out).toContain('\n\ntoolbox pms, for sessions that name pms.*\n  pms.get_availability')
    expect(out.split('\n').filter((line) => line.startsWith('toolbox '))).toEqual([
      'toolbox math',
      'toolbox calendar',
      'toolbox pms, for sessions that name pms.*',
      'toolbox web',
      'toolbox knowledge',
      'toolbox memory',
    ])
    const listed = JSON.parse((await gyre('tools', '--json')).out) as { name: string; from: object }[]
    expect(listed.find(({ name }) => name === 'pms.get_rates')?.from).toEqual({
      kind: 'toolbox',
      name: 'pms',
      onlyFor: 'pms.*',
    })
    const called = await gyre('tools', 'call', 'pms.get_availability', 'check_in=2027-01-17', 'check_out=2027-01-19')
    expect(called).toMatchObject({ code: 0, out: expect.stringContaining('Pine Lodge, Upper Aldern') })
  })

  it('list them like any other where all sessions have them, and not at all where they are off', async () => {
    const heads = async (hotel: boolean) => {
      const { gyre } = project('http://127.0.0.1:1/v1', { mcpServers: {}, toolboxes: { hotel } })
      return (await gyre('tools')).out.split('\n').filter((line) => line.startsWith('toolbox pms'))
    }
    expect([await heads(true), await heads(false)]).toEqual([['toolbox pms'], []])
  })
})

describe('a workplace', () => {
  it('goes on with a session whose tools are those of a server', async () => {
    const { cwd, wasStarted } = project('http://127.0.0.1:1/v1')
    const model = scriptedModel(calls('small.elicit', {}), says('Done.'))
    const first = await placeIn(cwd)
    const begun = await first.runtime.start('react', 'Ask.', { model, tools: await first.tools() })
    await begun.idle()
    expect(await begun.questions()).toHaveLength(1)
    await first.close({ graceMs: 0 })
    wasStarted()
    const second = await placeIn(cwd)
    const session = await second.runtime.resume(begun.id)
    expect(await session.idle()).toBe('waiting')
    expect(wasStarted()).toBe(true)
  }, 20_000)

  it('shows and replays a session whose tools are here as it was, and asks no server', async () => {
    const { cwd, wasStarted } = project('http://127.0.0.1:1/v1')
    // A model that is told of tools in words: what they are is part of every prompt.
    const action = 'Thought: I add.\nAction: math.calculate\nAction Input: {"expression": "1 + 1"}'
    const model = scripted([says(action), says('FINAL_ANSWER: 2')], { nativeTools: false })
    const first = await placeIn(cwd)
    const tools = await first.tools(['math.*'])
    const session = await first.runtime.start('react', 'Add.', { model, tools })
    expect((await session.outcome).answer).toBe('2')
    await first.close()
    const second = await placeIn(cwd)
    expect(await second.runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
    const prompt = await second.runtime.prompt(session.id, 'think#1')
    expect(prompt).toEqual(model.requests[0]?.messages)
    expect(JSON.stringify(prompt)).toContain('math.calculate')
    expect(wasStarted()).toBe(false)
  }, 20_000)

  it('lets no tool touch what is denied, whatever its session', async () => {
    const { cwd } = project('http://127.0.0.1:1/v1', { permissions: { deny: ['net'] } })
    const { runtime, tools } = await placeIn(cwd)
    const model = scriptedModel(calls('web.fetch', { url: 'http://127.0.0.1:1/' }), says('No.'))
    const session = await runtime.start('react', 'Say it.', { model, tools: await tools() })
    await session.outcome
    const { rows } = await runtime.read(session.id)
    expect(rows.find(({ kind }) => kind === 'tool')?.data).toContain('"denied":"token"')
  }, 20_000)

  it.each(['mcp.small', 'mcp.*', 'mcp'])('starts no server when %s is denied', async (denied) => {
    const { cwd, wasStarted } = project('http://127.0.0.1:1/v1', { permissions: { deny: [denied] } })
    const { room } = await placeIn(cwd)
    expect((await room.all()).filter(({ from }) => from.kind === 'server')).toEqual([])
    expect(await room.find('small.echo')).toBeUndefined()
    expect(wasStarted()).toBe(false)
  })

  it('offers the hotels to personas that name them, and to no other', async () => {
    const personas = [
      { name: 'guests', loop: 'react', tools: ['calendar.now', 'pms.*'] },
      { name: 'any', loop: 'react' },
      { name: 'every', loop: 'react', tools: ['*'] },
    ]
    const { cwd } = project('http://127.0.0.1:1/v1', { personas, mcpServers: {} })
    const { runtime } = await placeIn(cwd)
    const offered: (readonly string[])[] = []
    for (const name of ['any', 'guests', 'every', 'any']) {
      const model = scriptedModel(says('Done.'))
      await (await runtime.startAs(name, 'Go.', { model })).outcome
      offered.push((model.requests[0]?.tools ?? []).map((tool) => tool.name))
    }
    expect(offered.map((names) => names.filter((name) => name.startsWith('pms.')).length)).toEqual([0, 3, 0, 0])
    expect(offered[1]).toEqual(['calendar.now', 'pms.get_availability', 'pms.get_property', 'pms.get_rates'])
  })

  it('goes on with a session that has the hotels', async () => {
    const { cwd } = project('http://127.0.0.1:1/v1', { mcpServers: {} })
    const first = await placeIn(cwd)
    const stay = { check_in: '2027-01-17', check_out: '2027-01-19' }
    const model = scriptedModel(calls('pms.get_availability', stay), says('Pine Lodge.'))
    const tools = await first.tools(['pms.*'])
    const session = await first.runtime.start('react', 'Find a room.', { model, tools })
    await session.outcome
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('2027-01-17 to 2027-01-19 (2 nights), 2 adults')
    await first.close()
    const second = await placeIn(cwd)
    const forked = await second.runtime.fork(session.id, { at: 1, model: scriptedModel(says('Again.')) })
    expect((await forked.outcome).answer).toBe('Again.')
  })

  it('limits tools by their names and patterns', async () => {
    const { cwd } = project('http://127.0.0.1:1/v1', { toolLimits: { 'math.*': { perMinute: 1 } }, mcpServers: {} })
    const { runtime, tools } = await placeIn(cwd)
    const twice = callsAll(
      { tool: 'math.calculate', input: { expression: '1+1' } },
      { tool: 'math.calculate', input: { expression: '2+2' } },
    )
    const session = await runtime.start('react', 'Add.', {
      model: scriptedModel(twice, says('2.')),
      tools: await tools(),
    })
    await session.outcome
    const { rows } = await runtime.read(session.id)
    const denied = rows
      .filter(({ kind }) => kind === 'tool')
      .map(({ data }) => /"denied":"([^"]+)"/.exec(data ?? '')?.[1])
    expect(denied).toEqual([undefined, 'rate-limit'])
  })

  it('tells every session what AGENTS.md says, before its own instructions', async () => {
    const { cwd } = project('http://127.0.0.1:1/v1', { toolboxes: { agentsMd: true }, mcpServers: {} })
    writeFileSync(join(cwd, 'AGENTS.md'), 'Speak like a sailor.')
    const { runtime } = await placeIn(cwd)
    const model = scriptedModel(says('Ahoy.'))
    const session = await runtime.start('direct', 'Hello?', { model, instructions: 'Be brief.' })
    await session.outcome
    const said = JSON.stringify(model.requests[0]?.messages)
    expect(said.indexOf('Speak like a sailor.')).toBeGreaterThan(0)
    expect(said.indexOf('Be brief.')).toBeGreaterThan(said.indexOf('Speak like a sailor.'))
  })
})
