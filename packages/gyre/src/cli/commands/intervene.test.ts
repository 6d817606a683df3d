import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineLoop, type Model, textOf } from '@gyre/core'
import { calls, modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { heldModel, noticed } from '../../../test/fake-place.ts'
import { lookup, SessionLab, sessionOf } from '../../../test/session-lab.ts'

const itv = (count: number) => `itv_${String(count).padStart(8, '0')}-0000-7000-8000-000000000000`

/** A session whose model has been asked and does not answer yet. */
async function running(model: Model = modelOf(() => says('Hello.'))) {
  const held = heldModel(model)
  const lab = new SessionLab({ models: [held] })
  const session = await lab.runtime.start('react', 'Greet', { model: held, tools: [] })
  await held.called
  return { lab, held, session }
}

/** Looks something up first, so that there is a second request. */
const twice = (rule: () => ReturnType<typeof says>) =>
  modelOf(({ messages }) => (messages.at(-1)?.role === 'tool' ? rule() : calls('lookup', { city: 'Rome' })))

describe('what is sent to a session in another process', () => {
  it('is told to be applied, with how to go on', async () => {
    const { lab } = await running()
    expect(await lab.gyre('pause', 'last', '--wait', '60')).toEqual({
      code: 0,
      out: 'pause: applied at the start\n',
      err: `Go on with: gyre resume ${sessionOf(1)}\n`,
    })
  })

  it('is told to be queued while a call is in flight, and can be replaced and taken back', async () => {
    const { lab, held, session } = await running()
    expect(await lab.gyre('steer', 'last', 'Be', 'brief.', '--wait', '0')).toEqual({
      code: 0,
      out: `steer: queued as ${itv(1)}\n`,
      err: `Take it back with: gyre withdraw ${sessionOf(1)} ${itv(1)}\n`,
    })
    await lab.gyre('steer', 'last', 'Be very brief.', '--replace', itv(1), '--wait', '0')
    expect(await lab.runtime.store.interventions.list(session.id)).toMatchObject([{ body: { text: 'Be very brief.' } }])
    expect(await lab.gyre('withdraw', 'last', 'last')).toMatchObject({
      code: 0,
      out: `steer: withdrawn as ${itv(1)}\n`,
    })
    held.letGo()
    expect(await session.outcome).toMatchObject({ answer: 'Hello.' })
  })

  it('counts once by its key', async () => {
    const { lab, session } = await running()
    for (let time = 0; time < 2; time++) await lab.gyre('steer', 'last', 'Be brief.', '--key', 'k', '--wait', '0')
    expect(await lab.runtime.store.interventions.list(session.id)).toHaveLength(1)
  })

  it('is told to be rejected, with what to do instead', async () => {
    const { lab } = await running()
    expect(await lab.gyre('override', 'last', '--tool', 'lookup')).toEqual({
      code: 1,
      out: 'override: rejected, no-tools\n',
      err: `Fix: No request of this session may call tools. Put a result in place instead: gyre override ${sessionOf(1)} --result "…"\n`,
    })
  })

  it('ends a session at once by abort', async () => {
    const { lab, session } = await running()
    expect((await lab.gyre('abort', 'last', '--json')).out).toContain('"action":"abort","state":"applied"')
    expect(await session.outcome).toMatchObject({ outcome: 'aborted' })
  })

  it('never begins to run a session nobody runs, and says how to', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    await lab.runtime.close()
    expect(await lab.gyre('answer', 'last', 'the blue one', '--wait', '0')).toEqual({
      code: 0,
      out: `answer: queued as ${itv(1)}\n`,
      err: `Nobody runs the session now. Go on with: gyre resume ${sessionOf(1)}\n`,
    })
    expect((await lab.gyre('ps')).out).toContain('ses_00000001-0000  queued')
    expect((await lab.gyre('resume', sessionOf(1))).out).toBe('the blue one\n')
  })
})

describe('what is sent to a session nobody runs', () => {
  it.each([['abort'], ['finish'], ['step']])('waits, and %s says when it takes effect', async (command) => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    await lab.runtime.close()
    expect(await lab.gyre(command, 'last', '--wait', '0')).toEqual({
      code: 0,
      out: `${command}: queued as ${itv(1)}\n`,
      err: `Nobody runs the session now. It takes effect with: gyre resume ${sessionOf(1)}\n`,
    })
  })
})

describe('`gyre steer` and `gyre context add`', () => {
  it('reach the next request', async () => {
    const model = twice(() => says('Done.'))
    const held = heldModel(model)
    const lab = new SessionLab({ models: [held] })
    writeFileSync(join(lab.folder, 'notes.md'), 'The budget is 500.')
    const session = await lab.runtime.start('react', 'Greet', {
      model: held,
      tools: [lookup],
    })
    await held.called
    await lab.gyre('steer', 'last', 'Be brief.', '--wait', '0')
    const added = await lab.gyre('context', 'add', 'last', `@${join(lab.folder, 'notes.md')}`)
    expect(added.out).toBe('context: applied at the start\n')
    held.letGo()
    await session.outcome
    const texts = model.requests[1]?.messages.map(textOf) ?? []
    expect(texts).toContain('[USER GUIDANCE] Be brief.')
    expect(texts).toContain('[CONTEXT] notes.md')
    const file = model.requests[1]?.messages.flatMap(({ parts }) => parts).find(({ type }) => type === 'file')
    expect(file).toEqual({ type: 'file', name: 'notes.md', mediaType: 'text/markdown', data: 'The budget is 500.' })
  })
})

describe('`gyre answer`, `gyre approve` and `gyre reject`', () => {
  it('take a choice by its number', async () => {
    const lab = new SessionLab()
    const id = await lab.session('Buy a bike', 'asking')
    const { outcome } = await lab.runtime.session(id)
    expect((await lab.gyre('answer', 'last', '2')).out).toBe('answer: applied at ask#1\n')
    expect(await outcome).toMatchObject({ answer: 'the blue one' })
  })

  it('refuse an answer that is none of the choices, before it is sent', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    const { code, out, err } = await lab.gyre('answer', 'last', 'maybe', '--wait', '0')
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('`maybe` is none of the choices, or several:\n  1  the red one\n  2  the blue one\n')
    expect((await lab.gyre('answer', 'last', 'the', '--wait', '0')).code).toBe(2)
    expect(await lab.runtime.store.interventions.list(sessionOf(1))).toEqual([])
    expect((await lab.gyre('answer', 'last')).err).toContain('`gyre answer`: "text" is missing.')
  })

  it('refuse a session that asks nothing', async () => {
    const { lab } = await running()
    expect(await lab.gyre('answer', 'last', 'Yes')).toMatchObject({
      code: 2,
      err: `Error: Session \`${sessionOf(1)}\` asks nothing now. \`gyre inbox\` lists what waits for you.
Fix: Run \`gyre help answer\` for examples and options.
`,
    })
  })

  it.each([
    ['approve', [], 'yes', ''],
    ['reject', [], 'no', ''],
    ['reject', ['Too', 'expensive'], 'no', 'Only a no is sent: this question takes no reason.\n'],
  ])('answer a question for yes or no: %s %j sends %s', async (command, words, text, err) => {
    const agreeing = defineLoop({
      name: 'agreeing',
      run: (ctx) => ctx.askHuman('Shall these calls be made?', { choices: ['yes', 'no'] }),
    })
    const lab = new SessionLab({ loops: [agreeing] })
    const id = await lab.session('Buy a bike', 'agreeing')
    expect((await lab.gyre('show', 'last')).err).toContain(`    gyre approve ${id}\n    gyre reject ${id}\n`)
    const { outcome } = await lab.runtime.session(id)
    expect(await lab.gyre(command, 'last', ...words)).toEqual({ code: 0, out: 'answer: applied at ask#1\n', err })
    expect(await outcome).toMatchObject({ answer: text })
  })

  it('have no arguments to change where a question is for yes or no', async () => {
    const agreeing = defineLoop({ name: 'agreeing', run: (ctx) => ctx.askHuman('So?', { choices: ['no', 'yes'] }) })
    const lab = new SessionLab({ loops: [agreeing] })
    await lab.session('Buy a bike', 'agreeing')
    expect(await lab.gyre('approve', 'last', '--input', '{}')).toMatchObject({
      code: 2,
      err: expect.stringContaining('`ask#1` asks for yes or no: there are no arguments to change.'),
    })
  })

  it('refuse to approve a question, and name the command that answers it', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    expect((await lab.gyre('approve', 'last')).err).toContain(
      `\`ask#1\` asks a question, not for an approval. Write: gyre answer ${sessionOf(1)} "the red one"`,
    )
  })
})

describe('`gyre override`', () => {
  it('needs a tool or a result, and JSON where it is JSON', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    expect((await lab.gyre('override', 'last')).err).toContain('needs a tool to call')
    expect((await lab.gyre('override', 'last', '--tool', 'lookup', '--input', '{')).err).toContain(
      '`--input {`: expected JSON, or @file with JSON in it.',
    )
  })

  it('puts a text in the place of the next step', async () => {
    const { lab, held, session } = await running(twice(() => says('Done.')))
    await lab.gyre('override', 'last', '--result', 'It is 5 °C.', '--wait', '0')
    await noticed(lab.runtime.store)
    held.letGo()
    await session.outcome
    const { rows } = await lab.runtime.read(session.id)
    expect(rows.some(({ result }) => result?.includes('It is 5 °C.'))).toBe(true)
  })
})
