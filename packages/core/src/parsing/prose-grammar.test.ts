import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loopOf, stepPaths, textsOf, world } from '../../../../test/support/kernel.ts'
import { assistant, user } from '../messages.ts'
import { says, scriptedModel } from '../testing/scripted-model.ts'
import { proseGrammar } from './prose-grammar.ts'

const form = 'Write `COLOUR:` and a colour.'

const colours = proseGrammar({
  name: 'colour',
  version: 3,
  form,
  read: (text) => {
    const colour = /^COLOUR: (\w+)$/.exec(text)?.[1]
    return colour ? { ok: true, value: colour } : { ok: false, fault: 'it has no `COLOUR:`' }
  },
})

const asking = loopOf('asking', async (ctx) => {
  const { text, fault = null } = await ctx.generate([user('Which?')], { grammar: colours })
  return { answer: { text, fault } }
})

async function run(...replies: readonly string[]) {
  const { runtime } = world()
  const model = scriptedModel(...replies.map((reply) => says(reply)))
  const session = await runtime.start(asking, 'Go.', { model })
  const { answer } = await session.outcome
  model.assertUsedUp()
  return { answer, model, paths: await stepPaths(runtime, session.id) }
}

describe('a grammar of prose', () => {
  it('has the name and version of its form, and asks for it', () => {
    expect(colours).toMatchObject({ name: 'colour', version: 3, stop: [] })
    expect(colours.preamble([])).toBe(form)
  })

  it('leaves a reply that can be read as it is, without its thinking', () => {
    expect(colours.parse('<think>Red? No.</think>\nCOLOUR: blue\n', [])).toEqual({
      kind: 'answer',
      text: 'COLOUR: blue',
    })
  })

  it('says what is wrong with one that cannot, and shows nothing of it', () => {
    const fault = 'it has no `COLOUR:`'
    expect(colours.parse('Blue, I think.', [])).toEqual({ kind: 'fault', fault, salvage: '' })
    expect(colours.repair(fault, [])).toContain(`${fault}.`)
    expect(colours.repair(fault, [])).toContain(form)
  })

  it('leaves messages alone', () => {
    const said = assistant('COLOUR: red')
    expect(colours.render(said)).toBe(said)
  })

  it('reads any text as an answer or a fault', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(['answer', 'fault']).toContain(colours.parse(text, []).kind)
      }),
    )
  })
})

describe('a model asked in such a form', () => {
  it('is asked once when its reply can be read', async () => {
    const { answer, paths } = await run('COLOUR: blue')
    expect(answer).toEqual({ text: 'COLOUR: blue', fault: null })
    expect(paths).toEqual(['generate#1'])
  })

  it('is shown the fault and the form once', async () => {
    const { answer, model, paths } = await run('Blue.', 'COLOUR: blue')
    expect(answer).toEqual({ text: 'COLOUR: blue', fault: null })
    expect(paths).toEqual(['generate#1', 'generate#1/repair#1'])
    expect(textsOf(model.requests[1]).at(-1)).toContain(`it has no \`COLOUR:\`.\nWrite it again`)
  })

  it('has said nothing when neither can be read: the loop is told why', async () => {
    expect((await run('Blue.', 'Still blue.')).answer).toEqual({ text: '', fault: 'it has no `COLOUR:`' })
  })
})
