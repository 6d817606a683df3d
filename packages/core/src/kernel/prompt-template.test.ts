import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsOf, world } from '../../../../test/support/kernel.ts'
import { system, user } from '../messages.ts'
import { says, scriptedModel } from '../testing/scripted-model.ts'
import { defineLoop } from './loop.ts'
import { definePrompts, placeholdersIn, promptsOf, renderPrompt } from './prompt-template.ts'

const prompts = definePrompts({
  plain: 'Be kind.',
  greet: 'Greet {name} from {place}, {name}!',
  json: 'Reply with {"status": {"ok": true}} and {{name}}.',
})

describe('a prompt template', () => {
  it('has the placeholders of its text, each once', () => {
    expect(Object.values(prompts).map(({ placeholders }) => placeholders)).toEqual([[], ['name', 'place'], []])
  })

  it('is filled in, and leaves other braces alone', () => {
    expect(renderPrompt(prompts.greet.text, { name: 'Ada', place: 'Oslo' })).toBe('Greet Ada from Oslo, Ada!')
    expect(renderPrompt(prompts.json.text, {})).toBe('Reply with {"status": {"ok": true}} and {name}.')
  })

  it('does not fill in what a value brings along', () => {
    expect(renderPrompt('{a} {b}', { a: '{b}', b: '$&' })).toBe('{b} $&')
  })

  it('says which value is missing', () => {
    expect(() => renderPrompt('Dear {name}', {})).toThrow('`{name}`')
    expect(() => renderPrompt('Dear {constructor}', {})).toThrow('`{constructor}`')
  })

  it('is rendered whole, whatever the values are', () => {
    const values = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.string(), { minKeys: 1, maxKeys: 4 })
    fc.assert(
      fc.property(values, (given) => {
        const names = Object.keys(given)
        const text = names.map((name) => `{${name}}`).join('|')
        expect(placeholdersIn(text)).toEqual(names)
        expect(renderPrompt(text, given)).toBe(Object.values(given).join('|'))
      }),
    )
  })
})

const greeter = defineLoop({
  name: 'greeter',
  prompts: { ...prompts, old: 'Not a template.' },
  run: async (ctx) => {
    const said = [system(ctx.prompt(prompts.plain)), user(ctx.prompt(prompts.greet, { name: 'Ada', place: 'Oslo' }))]
    return (await ctx.generate(said)).text
  },
})

describe('the prompts of a loop', () => {
  it('are listed with their ids when people can put them into other words', () => {
    expect(promptsOf(greeter).map(({ id }) => id)).toEqual(['greeter.plain', 'greeter.greet', 'greeter.json'])
  })

  it('are said in its own words', async () => {
    const { runtime } = world()
    const model = scriptedModel(says('Hi.'))
    await (await runtime.start(greeter, 'Go.', { model })).outcome
    expect(textsOf(model.requests[0])).toEqual(['Be kind.', 'Greet Ada from Oslo, Ada!'])
  })
})
