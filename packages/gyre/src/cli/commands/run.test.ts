import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineLoop, GyreError, type Model, user } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, noticed, processOver } from '../../../test/fake-place.ts'

const folder = mkdtempSync(join(tmpdir(), 'gyre-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const asking = defineLoop({ name: 'asking', run: (ctx) => ctx.askHuman('Which one?', { choices: ['a', 'b'] }) })
const failing = defineLoop({
  name: 'failing',
  run: () => {
    throw new Error('It broke.')
  },
})

const hello = () => scriptedModel(says('Hello.'))

function troubled(stream: Model['stream']): Model {
  return { ...hello(), stream }
}

async function ran({ gyre }: ReturnType<typeof processOver>, ...args: string[]): Promise<FakeHost> {
  const host = new FakeHost()
  await gyre(host, ...args)
  return host
}

describe('`gyre run`', () => {
  it('prints the answer on stdout, and steps and the end on stderr', async () => {
    const host = new FakeHost()
    expect(await processOver({ model: hello() }).gyre(host, 'Hello?')).toBe(0)
    expect(host.out).toBe('Hello.\n')
    expect(host.err).toMatch(
      /^✓ 1 think {2}“Hello\.” {2}\d+ ms 15 tok\nanswered · 1 step · 15 tok · \$\? · \d+ ms · ses_\S+\n$/,
    )
  })

  it('prints why a loop does what comes next, where it says so', async () => {
    const choosing = defineLoop({
      name: 'choosing',
      run: async (ctx) => {
        ctx.note('choice', { loop: 'the short way', why: 'It is late.' })
        await ctx.generate([user('x')], { label: 'think' })
        return 'Done.'
      },
    })
    const process = processOver({ model: hello(), loops: [choosing] })
    const lines = (await ran(process, '-l', 'choosing', 'Go')).err.split('\n')
    expect(lines[0]).toBe('→ the short way: It is late.')
    expect(lines[1]).toMatch(/^✓ 1 think {2}“Hello\.”/)
    expect((await ran(process, '-q', '-l', 'choosing', 'Go')).err).toBe('')
  })

  it('prints nothing but the answer when it is to be quiet', async () => {
    const host = new FakeHost()
    expect(await processOver({ model: hello() }).gyre(host, '-q', 'Hello?')).toBe(0)
    expect([host.out, host.err]).toEqual(['Hello.\n', ''])
  })

  it('prints one object with --json', async () => {
    const host = new FakeHost()
    expect(await processOver({ model: hello() }).gyre(host, 'run', '--json', 'Hello?')).toBe(0)
    const { session, usage, ...rest } = JSON.parse(host.out) as Record<string, unknown>
    expect(session).toMatch(/^ses_/)
    expect(rest).toEqual({
      loop: 'react',
      persona: null,
      model: 'test/scripted',
      outcome: 'answered',
      answer: 'Hello.',
      gap: null,
      details: { stop: 'answered', turns: 1 },
    })
    expect(Object.keys(usage as object)).toEqual([
      'modelCalls',
      'toolCalls',
      'inputTokens',
      'outputTokens',
      'costUsd',
      'activeMs',
    ])
    expect(host.err).toBe('')
  })

  it('prints events as lines of JSON', async () => {
    const host = new FakeHost()
    expect(await processOver({ model: hello() }).gyre(host, '--output', 'stream-json', 'Hello?')).toBe(0)
    const types = host.out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type)
    expect(types.filter((type) => !type.endsWith('.delta') && type !== 'step.started')).toEqual([
      'session.created',
      'step.finished',
      'session.ended',
    ])
  })

  it('reads the goal from a file or from stdin', async () => {
    const file = join(folder, 'goal.md')
    writeFileSync(file, '\nFrom a file.\n')
    const { gyre, store } = processOver({ model: scriptedModel(says('1'), says('2')) })
    await gyre(new FakeHost(), 'run', '-f', file)
    await gyre(new FakeHost({ input: 'From a pipe.\n' }), 'run', '-')
    const rows = await store.sessions.list({})
    expect(rows.map(({ mirror }) => mirror.title).toSorted()).toEqual(['From a file.', 'From a pipe.'])
  })

  it('hands configuration, budget, instructions, thread and schema on', async () => {
    const schema = join(folder, 'schema.json')
    writeFileSync(schema, '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}')
    const host = new FakeHost()
    const { gyre, store } = processOver({ model: scriptedModel(says('{"n":4}')) })
    const options = ['--config', '{"maxIterations":9}', '-c', 'maxIterations=3', '--budget', 'modelCalls=4']
    const more = ['--instructions', 'Be brief.', '--thread', 'thr_1', '--strict', '--schema', schema, '--tools', 'p*']
    expect(await gyre(host, 'run', ...options, ...more, 'How many?')).toBe(0)
    expect(JSON.parse(host.out)).toEqual({ n: 4 })
    const [row] = await store.sessions.list({})
    const [created] = await store.journal.read(row?.id ?? '', 1, 1)
    expect(JSON.parse(created?.data ?? '')).toMatchObject({
      config: { maxIterations: 3 },
      budget: { modelCalls: 4 },
      instructions: 'Be brief.',
      thread: 'thr_1',
      strict: true,
      tools: ['pay'],
    })
  })

  it.each([
    [['run'], 2, 'usage-invalid', '`gyre run` needs a goal'],
    [['run', ' '], 2, 'usage-invalid', '`gyre run` needs a goal'],
    [['run', '-f', 'x', 'goal'], 2, 'usage-invalid', 'not both'],
    [['run', '-f', join(folder, 'none')], 2, 'file-unreadable', 'none` cannot be read: there is no such file.'],
    [['run', '-l', 'cot', '-p', 'writer', 'x y'], 2, 'usage-invalid', 'not both'],
    [['run', '--config', '[1]', 'x y'], 2, 'usage-invalid', 'expected a JSON object'],
    [['run', '--thread', '', 'x y'], 2, 'usage-invalid', '`--thread` is empty: give an id, or leave it out.'],
    [['run', '--budget', 'calls', 'x y'], 2, 'usage-invalid', 'expected KEY=VALUE'],
    [['run', '--budget', 'modelCals=1', 'x y'], 2, 'budget-invalid', 'Budget: modelCals: unknown key; did you mean'],
    [['run', '--tools', 'pai', 'x y'], 2, 'tool-unknown', 'No tool fits `pai`. Did you mean `pay`?'],
    [['run', '-l', 'recat', 'x y'], 2, 'loop-unknown', 'There is no loop `recat`: did you mean `react`?'],
    [['run', '-c', 'maxIteration=1', 'x y'], 2, 'config-invalid', 'unknown key; did you mean `maxIterations`?'],
    [
      ['run', '--schema', join(folder, 'careful.yaml'), 'x y'],
      2,
      'file-invalid',
      'it is not JSON, as a JSON Schema is.',
    ],
    [['run', '--schema', join(folder, 'list.json'), 'x y'], 2, 'file-invalid', 'expected a JSON Schema'],
  ])('refuses %j', async (args, code, error, message) => {
    writeFileSync(join(folder, 'careful.yaml'), 'name: careful')
    writeFileSync(join(folder, 'list.json'), '[]')
    const host = new FakeHost()
    expect(await processOver({ model: hello() }).gyre(host, ...args, '--json')).toBe(code)
    expect(JSON.parse(host.out)).toEqual({
      error: { code: error, message: expect.stringContaining(message) as string, fix: expect.any(String) as string },
    })
  })

  it('says which model answers when one does, and not before an error', async () => {
    const model = { ...hello(), id: 'demo/rules' }
    const [wrong, right] = [new FakeHost(), new FakeHost()]
    const { gyre } = processOver({ model })
    expect(await gyre(wrong, 'run', '-l', 'recat', 'Hello?')).toBe(2)
    expect(wrong.err).toMatch(/^Error: /)
    expect(wrong.err).toContain('Fix: Use one of the loops that `gyre loops` lists, or register your own with `loops`.')
    expect(await gyre(right, 'run', 'Hello?')).toBe(0)
    expect(right.err).toMatch(/^The offline demo model answers by rules/)
  })

  it('says what failed and what to do', async () => {
    const host = new FakeHost()
    const { gyre } = processOver({ model: hello(), loops: [failing] })
    expect(await gyre(host, 'run', '-l', 'failing', 'Go on.')).toBe(1)
    expect(host.err).toContain('failed:loop-failed')
    expect(host.err).toContain('It broke.\nFix: The loop itself threw')
  })
})

describe('a model in trouble', () => {
  it('is told of once when it fails', async () => {
    const host = new FakeHost()
    const model = troubled(() => {
      throw new GyreError('model-auth', 'The key is wrong.')
    })
    expect(await processOver({ model }).gyre(host, 'Hello?')).toBe(5)
    expect(host.err.replaceAll(/\d+ ms/g, '# ms')).toMatch(
      /^✗ 1 think {2}The key is wrong\. {2}# ms\nfailed:model-auth · 1 step · \S+ tok · \S+ · # ms · ses_\S+\nFix: .*\n$/,
    )
  })

  it('is told of in full where the line of the step was too short for it', async () => {
    const host = new FakeHost()
    const message = `The key is wrong. ${'Really. '.repeat(30)}`.trim()
    const model = troubled(() => {
      throw new GyreError('model-auth', message)
    })
    await processOver({ model }).gyre(host, 'Hello?')
    expect(host.err).toContain(`\n${message}\nFix: `)
  })

  it('is told of as it is asked again, and who answered in its place', async () => {
    const error = { code: 'model-unavailable', message: 'Busy.', status: 429 } as const
    const model = troubled(async function* (request, call) {
      yield { type: 'retry', model: 'test/scripted', error, waitMs: 0 }
      yield { type: 'fallback', model: 'test/other', price: undefined }
      yield* hello().stream(request, call)
    })
    const host = new FakeHost()
    expect(await processOver({ model }).gyre(host, 'Hello?')).toBe(0)
    expect(host.err).toMatch(/^↻ think {2}429 Busy\. {2}again\n↻ think {2}test\/other answers instead\n✓ 1 think/)
    const { out } = await ran(processOver({ model }), '--json', 'Hello?')
    expect(JSON.parse(out)).toMatchObject({ model: 'test/other', answer: 'Hello.' })
  })
})

describe('a session that waits for a person', () => {
  it('ends the command with 4, and the questions with the commands that answer them', async () => {
    const host = new FakeHost()
    const { gyre, store } = processOver({ model: hello(), loops: [asking] })
    expect(await gyre(host, 'run', '-l', 'asking', 'Go on.')).toBe(4)
    const [row] = await store.sessions.list({})
    expect(host.out).toBe('')
    expect(host.err).toBe(
      `Session ${row?.id} waits for you.\n? Which one?\n    1  a\n    2  b\n    gyre answer ${row?.id} "a"\n`,
    )
  })

  it('is told as an object with --json', async () => {
    const host = new FakeHost()
    const { gyre } = processOver({ model: scriptedModel(calls('pay', { amount: 5 })) })
    expect(await gyre(host, 'run', '--json', 'Pay.')).toBe(4)
    expect(JSON.parse(host.out)).toEqual({
      session: expect.stringMatching(/^ses_/) as string,
      loop: 'react',
      persona: null,
      model: 'test/scripted',
      outcome: null,
      answer: null,
      gap: null,
      details: null,
      usage: {
        modelCalls: 1,
        toolCalls: 0,
        inputTokens: 10,
        outputTokens: 5,
        costUsd: null,
        activeMs: expect.any(Number) as number,
      },
      status: 'waiting',
      reason: null,
      questions: [expect.objectContaining({ path: 'act#1[0]/approve#1', kind: 'approval' })],
    })
  })

  it('is answered on the terminal, and goes on', async () => {
    const host = new FakeHost({ isTty: true })
    const { gyre } = processOver({ model: hello(), loops: [asking] })
    const done = gyre(host, 'run', '-l', 'asking', 'Go on.')
    await host.shows('answer (1-2):')
    host.type('2\r')
    expect(await done).toBe(0)
    expect(host.out).toBe('b\n')
  })

  it('is approved with other arguments', async () => {
    const host = new FakeHost({ isTty: true })
    const { gyre, store } = processOver({ model: scriptedModel(calls('pay', { amount: 5 }), says('Done.')) })
    const done = gyre(host, 'run', 'Pay.')
    await host.shows('[e]dit')
    host.type('e\r')
    await host.shows('arguments: {"amount":5}')
    host.type('\x7f\x7f7}\r')
    expect(await done).toBe(0)
    const [row] = await store.sessions.list({})
    const rows = await store.journal.read(row?.id ?? '', 1)
    expect(rows.find(({ path, type }) => path === 'act#1[0]' && type === 'step.finished')?.result).toContain('Paid 7.')
  })

  it('asks by plain lines when that is wanted', async () => {
    const host = new FakeHost({ isTty: true })
    const { gyre } = processOver({ model: hello(), loops: [asking] })
    const done = gyre(host, 'run', '--plain', '-l', 'asking', 'Go on.')
    await host.shows('answer (1-2):')
    host.type('1\r')
    expect(await done).toBe(0)
    expect(host.out).toBe('a\n')
  })

  it('asks nobody with --no-input', async () => {
    const host = new FakeHost({ isTty: true })
    const { gyre } = processOver({ model: hello(), loops: [asking] })
    expect(await gyre(host, 'run', '--no-input', '-l', 'asking', 'Go on.')).toBe(4)
  })

  it('stays open when the person leaves', async () => {
    const host = new FakeHost({ isTty: true })
    const { gyre } = processOver({ model: hello(), loops: [asking] })
    const done = gyre(host, 'run', '-l', 'asking', 'Go on.')
    await host.shows('answer (1-2):')
    host.type('\x03')
    expect(await done).toBe(130)
    expect(host.err).toMatch(/Waiting for you\. Resume with: gyre resume ses_\S+\n$/)
  })
})

describe('Ctrl-C', () => {
  it('pauses after the step in flight, and says how to go on', async () => {
    const host = new FakeHost()
    const model = heldModel(scriptedModel(calls('pay', { amount: 5 }), says('Done.')))
    const { gyre, store } = processOver({ model })
    const done = gyre(host, 'run', 'Pay.')
    await model.called
    host.interrupt()
    await noticed(store)
    model.letGo()
    expect(await done).toBe(130)
    const [row] = await store.sessions.list({})
    expect(row).toMatchObject({ state: 'queued', mirror: { status: 'paused' } })
    expect(host.err).toContain(`Paused. Resume with: gyre resume ${row?.id}\n`)
  })

  it('leaves at once the second time, and gives the session back', async () => {
    const host = new FakeHost()
    const model = heldModel(hello())
    const { gyre, store } = processOver({ model })
    const done = gyre(host, 'run', 'Hello?')
    await model.called
    host.interrupt()
    host.interrupt()
    expect(await done).toBe(130)
    const [row] = await store.sessions.list({})
    expect(row).toMatchObject({ state: 'queued' })
    expect(host.err).toContain(`Interrupted. Resume with: gyre resume ${row?.id}\n`)
    const [list, inbox] = [new FakeHost(), new FakeHost()]
    await gyre(list, 'ps')
    await gyre(inbox, 'inbox')
    expect(list.out).toMatch(/^ses_\S+ +interrupted /m)
    expect(inbox.out).toContain('✗ interrupted: its process is gone')
  })

  it('is passed over once when the session has ended, so that the exit code stands', async () => {
    const host = new FakeHost()
    const heard = new Map<() => void, readonly NodeJS.Signals[] | undefined>()
    const listen = host.onSignal.bind(host)
    host.onSignal = (listener: () => void, signals?: readonly NodeJS.Signals[]) => {
      heard.set(listener, signals)
      const end = listen(listener)
      return () => {
        heard.delete(listener)
        end()
      }
    }
    expect(await processOver({ model: hello() }).gyre(host, 'Hello?')).toBe(0)
    // A SIGTERM ends the process as it always does.
    expect([...heard.values()]).toEqual([['SIGINT']])
    host.interrupt()
    // Nobody listens any more: the next one ends the process.
    expect(heard.size).toBe(0)
  })

  it('pauses and leaves on a terminal, too', async () => {
    const host = new FakeHost({ isTty: true })
    const model = heldModel(scriptedModel(calls('pay', { amount: 5 })))
    const { gyre, store } = processOver({ model })
    const done = gyre(host, 'Pay 5.')
    await model.called
    host.type('\x03')
    await noticed(store)
    await host.shows('Ctrl-C again leaves at once.')
    model.letGo()
    expect(await done).toBe(130)
    expect(await host.screen()).toMatch(/✓ 1 think[\s\S]*\nPaused\. Resume with: gyre resume ses_/)
  })

  it('says so beside the object of --json', async () => {
    const host = new FakeHost()
    const model = heldModel(scriptedModel(calls('pay', { amount: 5 }), says('Done.')))
    const { gyre, store } = processOver({ model })
    const done = gyre(host, '--json', 'Pay 5.')
    await model.called
    host.interrupt()
    await noticed(store)
    model.letGo()
    expect(await done).toBe(130)
    expect(JSON.parse(host.out)).toMatchObject({ status: 'paused', questions: [] })
    expect(host.err).toMatch(/Paused\. Resume with: gyre resume ses_\S+\n$/)
  })
})
