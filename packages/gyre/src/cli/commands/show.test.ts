import { join } from 'node:path'
import { defineLoop, type Json, user } from '@gyre/core'
import { calls, modelOf, says, scripted, scriptedModel } from '@gyre/core/testing'
import { sqliteStore } from '@gyre/stores/sqlite'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, processOver } from '../../../test/fake-place.ts'
import { asking, SessionLab, sessionOf } from '../../../test/session-lab.ts'

const weather = () =>
  scripted([calls('lookup', { city: 'Paris' }, 'I look it up.'), says('18 °C.')], {
    id: 'test/weather',
    price: { input: 1000, output: 1000 },
  })

/** Writes into the journal of a parked session why it waits. */
async function sayWhy(file: string, id: string, error: Json): Promise<void> {
  const store = sqliteStore(file)
  const lease = await store.sessions.acquire(id, { worker: 'dying', leaseMs: 60_000, now: 0 })
  if (!lease) throw new Error('Somebody else has it.')
  const data = { status: 'waiting', error }
  const fact = { seq: lease.head.seq + 1, at: 0, type: 'session.status', data } as const
  await store.journal.append(lease, [fact], { mirror: { status: 'waiting' } })
  await store.sessions.park(lease)
  await store.close()
}

describe('`gyre show`', () => {
  it('tells what a session did and how it ended', async () => {
    const lab = new SessionLab({ models: [weather()] })
    await lab.session('How warm is Paris?')
    const { code, out, err } = await lab.gyre('show', 'last')
    expect(code).toBe(0)
    expect(out).toBe(`Session  ${sessionOf(1)}
Status  completed, answered
Goal  How warm is Paris?
Loop  react
Model  test/weather
Thread  thr_00000001-0000-7000-8000-000000000000
Started  TIME, # s ago
Used  2 model calls, 1 tool call, 20 + 10 tok, $0.03, # s

Steps
  2  think#1  generate  test/weather  # s · 15 tok · $0.015
       “I look it up.” lookup(city: "Paris")
  3  act#1[0]  tool  lookup  # s
       city: "Paris" → Paris: 18 °C
  4  think#2  generate  test/weather  # s · 15 tok · $0.015
       “18 °C.”

Answer
  18 °C.
`)
    expect(err).toBe(`
Try its last request otherwise: gyre fork ${sessionOf(1)} --at 'act#1[0]' --steer "…"
`)
  })

  it('names a step after which guidance is used, though a judge was asked last', async () => {
    const judged = defineLoop({
      name: 'judged',
      run: async (ctx) => {
        for (const label of ['plan', 'draft']) await ctx.generate([user('x')], { label })
        await ctx.generate([user('x')], { label: 'judge', role: 'judge' })
        return 'Done.'
      },
    })
    const lab = new SessionLab({ loops: [judged] })
    await lab.session('Go', 'judged')
    expect((await lab.gyre('show', 'last')).err).toContain(`--at 'plan#1' --steer`)
  })

  it('tells what a session waits for, with the command that answers', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    const { out, err } = await lab.gyre('show', '1'.padStart(8, '0'))
    expect(out).toContain('Questions\n  ask#1  Which one?\n')
    expect(err).toBe(`
Session ${sessionOf(1)} waits for you.
? Which one?
    1  the red one
    2  the blue one
    gyre answer ${sessionOf(1)} "the red one"
`)
  })

  it('tells the arguments a person approved, and of a step that wraps up no failure', async () => {
    const { gyre, store } = processOver({ model: scriptedModel(calls('pay', { amount: 5 }), says('Paid.')) })
    await gyre(new FakeHost(), 'run', '--budget', 'modelCalls=2', 'Pay.')
    const [row] = await store.sessions.list({})
    const id = row?.id ?? ''
    await gyre(new FakeHost(), 'approve', id, '--input', '{"amount":7}', '--wait', '0')
    expect(await gyre(new FakeHost(), 'resume', id)).toBe(3)
    const host = new FakeHost()
    await gyre(host, 'show', id)
    expect(host.out).toContain('amount: 7 → Paid 7.')
    expect(host.out).toMatch(/ think#2 +generate +\d+ ms\n +wraps up: calls\n/)
    expect(host.out).not.toContain('failed')
  })

  it('tells of a failure what to do, and of interventions what became of them', async () => {
    const failing = defineLoop({
      name: 'failing',
      run: async (ctx) => {
        await ctx.askHuman('Ready?')
        throw new Error('It broke.')
      },
    })
    const lab = new SessionLab({ loops: [failing] })
    const id = await lab.session('Fail', 'failing')
    const session = await lab.runtime.session(id)
    await session.override({ tool: 'lookup' })
    await session.answer('Yes')
    await session.outcome
    const { out, err } = await lab.gyre('show', 'last')
    expect(err).toBe('')
    expect(out).toContain(`Interventions
  itv_00000001-0000-7000-8000-000000000000  override  rejected: session-ended
       by local: {"tool":"lookup","input":{}}
  itv_00000002-0000-7000-8000-000000000000  answer  applied at ask#1
       by local: Yes
`)
    expect(out).toContain(`Error
  loop-failed: It broke.
  Fix: The loop itself threw: look at the cause and mend the loop.
`)
  })

  it('says of a session whose worker died again and again that it was set aside', async () => {
    const model = heldModel(modelOf(() => says('Hello.')))
    const lab = new SessionLab({ models: [model] })
    const { id } = await lab.runtime.start('react', 'Greet', { model })
    await model.called
    await lab.runtime.close({ graceMs: 0 })
    const store = sqliteStore(join(lab.folder, 'gyre.db'))
    // As whoever sweeps up after dead workers does it.
    const lease = await store.sessions.acquire(id, { worker: 'dying', leaseMs: 60_000, now: 0 })
    if (lease) await store.sessions.park(lease)
    await store.close()
    const { out, err } = await lab.gyre('show', id)
    expect(out).toContain('\nStatus  interrupted, set aside\n')
    const why = 'its worker died again and again, or its facts were refused'
    expect(err).toBe(`\nIt was set aside: ${why}. Once more: gyre resume ${id}\n`)
    expect((await lab.gyre('ps')).out).toContain('interrupted  react  # s  $0  set aside  Greet')
    expect(JSON.parse((await lab.gyre('ps', '--json')).out)).toMatchObject([{ isSetAside: true }])
    expect((await lab.gyre('inbox')).out).toContain(`✗ set aside: ${why}`)
    await sayWhy(join(lab.folder, 'gyre.db'), id, { code: 'worker-lost', message: 'It died.' })
    const told = (await lab.gyre('show', id)).out
    expect(told).toContain('\nStatus  waiting, set aside\n')
    expect(told).toContain('\nError\n  worker-lost: It died.\n')
    expect(JSON.parse((await lab.gyre('show', id, '--json')).out)).toMatchObject({
      status: 'waiting',
      isSetAside: true,
    })
    expect((await lab.gyre('inbox')).out).toContain('✗ set aside: It died.')
    model.letGo()
    expect(await lab.gyre('resume', id)).toMatchObject({ code: 0, out: 'Hello.\n' })
  })

  it('prints the exact prompt of a step', async () => {
    const lab = new SessionLab({ models: [weather()] })
    await lab.session('How warm is Paris?')
    const { out } = await lab.gyre('show', 'last', '--prompt', 'think#2')
    expect(out.slice(out.indexOf('[user]'))).toBe(`[user]
How warm is Paris?

[assistant]
I look it up.
(calls lookup) {"city":"Paris"}

[tool]
(lookup returned) <untrusted from="lookup">
Paris: 18 °C
</untrusted>
`)
    expect(await lab.gyre('show', 'last', '--prompt', 'act#1[0]')).toMatchObject({ code: 2 })
  })

  it('shows the last steps, and all of them with --steps', async () => {
    const long = defineLoop({
      name: 'long',
      run: async (ctx) => {
        for (let at = 0; at < 14; at++)
          await ctx.callTools([{ type: 'tool-call', id: `${at}`, tool: 'lookup', input: { city: `${at}` } }])
        return 'Done.'
      },
    })
    const lab = new SessionLab({ loops: [long, asking] })
    await lab.session('Look up', 'long')
    expect((await lab.gyre('show', 'last')).out).toContain('Steps\n  … 2 earlier steps: --steps\n')
    expect((await lab.gyre('show', 'last', '--steps')).out).toContain('city: "0" → 0: 18 °C')
  })

  it('says why a loop did what it did, where it said so', async () => {
    const choosing = defineLoop({
      name: 'choosing',
      run: async (ctx) => {
        ctx.note('choice', { loop: 'the short way', why: 'It is late.' })
        await ctx.generate([user('x')], { label: 'think' })
        return 'Done.'
      },
    })
    const lab = new SessionLab({ loops: [choosing] })
    await lab.session('Go', 'choosing')
    const { out } = await lab.gyre('show', 'last', '--steps')
    expect(out.slice(out.indexOf('Steps'), out.indexOf('\n\nAnswer'))).toBe(`Steps
  2  note#1  note
       → the short way: It is late.
  3  think#1  generate  test/rule  # s · 15 tok
       “Hello.”`)
  })

  it('counts steps only among the last ones, however many reasons stand between them', async () => {
    const explaining = (name: string, steps: number) =>
      defineLoop({
        name,
        run: async (ctx) => {
          ctx.note('choice', { loop: 'first', why: 'before all' })
          for (let at = 1; at <= steps; at++) {
            await ctx.callTools([{ type: 'tool-call', id: `${at}`, tool: 'lookup', input: { city: `${at}` } }])
            for (let each = 1; each <= 14; each++) ctx.note('choice', { loop: `${each} after ${at}`, why: 'so' })
          }
          return 'Done.'
        },
      })
    const lab = new SessionLab({ loops: [explaining('short', 1), explaining('long', 14)] })
    await lab.session('Look up', 'short')
    const one = (await lab.gyre('show', 'last')).out
    expect(one).toContain('city: "1" → 1: 18 °C')
    expect(one).toContain('→ first: before all')
    expect(one).not.toContain('earlier')
    await lab.session('Look up', 'long')
    const many = (await lab.gyre('show', 'last')).out
    expect(many).toContain('Steps\n  … 2 earlier steps: --steps\n')
    expect(many.match(/city: "\d+"/g)).toHaveLength(12)
    expect(many).toContain('→ 14 after 14: so')
    expect(many).not.toContain('→ first: before all')
  })

  it('leaves a reason whole with --raw, and cuts it to the width without', async () => {
    const why = `It is ${'very '.repeat(40)}late.`
    const choosing = defineLoop({
      name: 'choosing',
      run: async (ctx) => {
        ctx.note('choice', { loop: 'the short way', why })
        await ctx.generate([user('x')], { label: 'think' })
        return 'Done.'
      },
    })
    const lab = new SessionLab({ loops: [choosing] })
    await lab.session('Go', 'choosing')
    expect((await lab.gyre('show', 'last', '--raw')).out).toContain(`→ the short way: ${why}\n`)
    expect((await lab.gyre('show', 'last', '--steps')).out).toMatch(/→ the short way: It is very [a-z ]+…\n/)
  })

  it('shows with --raw what came back, whole', async () => {
    const lab = new SessionLab({ models: [weather()] })
    await lab.session('How warm is Paris?')
    const { out } = await lab.gyre('show', 'last', '--raw')
    expect(out.slice(out.indexOf('Steps'), out.indexOf('  4'))).toBe(`Steps
  2  think#1  generate  test/weather  # s · 15 tok · $0.015
       I look it up.
       (calls lookup) {"city":"Paris"}
  3  act#1[0]  tool  lookup  # s
       {"city":"Paris"}
       Paris: 18 °C
`)
  })

  it('gives the object of a run and more with --json', async () => {
    const lab = new SessionLab({ models: [weather()] })
    await lab.session('How warm is Paris?')
    const shown = JSON.parse((await lab.gyre('show', 'last', '--json')).out) as { steps: readonly object[] }
    expect(shown).toMatchObject({
      session: sessionOf(1),
      loop: 'react',
      persona: null,
      model: 'test/weather',
      outcome: 'answered',
      answer: '18 °C.',
      gap: null,
      details: { stop: 'answered', turns: 2 },
      usage: { modelCalls: 2, toolCalls: 1, inputTokens: 20, outputTokens: 10, costUsd: 0.03 },
      status: 'completed',
      plan: null,
      interventions: [],
      questions: [],
      error: null,
      drift: [],
    })
    expect(shown.steps[1]).toMatchObject({
      seq: 3,
      path: 'act#1[0]',
      kind: 'tool',
      tool: 'lookup',
      input: { city: 'Paris' },
    })
  })
})
