import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factsOfType, loopOf, stepPaths, textsOf, world } from '../../../../test/support/kernel.ts'
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import type { Model } from '../ports/model.ts'
import { says, scripted, scriptedModel } from '../testing/scripted-model.ts'
import type { GenerateObjectOptions } from './context.ts'

const person = z.object({ name: z.string(), age: z.int().min(0) })
type Person = z.output<typeof person>

async function ask(model: Model, options: GenerateObjectOptions<Person> = {}) {
  const { runtime } = world()
  const loop = loopOf('asks', async (ctx) => ({
    answer: await ctx.generateObject(person, [user('Who?')], { name: 'person', ...options }),
  }))
  const session = await runtime.start(loop, 'Go.', { model })
  return { runtime, session, end: await session.outcome }
}

describe('generateObject', () => {
  it('gives a value of the shape', async () => {
    const { end } = await ask(scriptedModel(says('{"name":"Ada","age":36}')))
    expect(end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('tells a model without native output the schema in its prompt', async () => {
    const model = scriptedModel(says('{"name":"Ada","age":36}'))
    await ask(model)
    expect(textsOf(model.requests[0])).toEqual([
      expect.stringContaining('Reply with the person as JSON and nothing else. It must fit this JSON Schema:'),
      'Who?',
    ])
  })

  it('gives a model with native output the schema beside its prompt', async () => {
    const model = scripted([says('{"name":"Ada","age":36}')], { nativeOutput: true })
    await ask(model)
    expect(textsOf(model.requests[0])).toEqual(['Who?'])
    expect(model.requests[0]?.output).toMatchObject({ name: 'person', schema: { required: ['name', 'age'] } })
  })

  it.each([
    ['a fence and talk around it', 'Sure!\n```json\n{"name":"Ada","age":36}\n```'],
    ['thinking before it', '<think>{"name":"Bob"}</think>{"name":"Ada","age":36}'],
    ['single quotes and a comma too many', "{'name':'Ada','age':36,}"],
    ['a number written as text', '{"name":"Ada","age":"36"}'],
    ['a wrapper', '{"person":{"name":"Ada","age":36}}'],
  ])('reads %s without asking again', async (_, reply) => {
    const model = scriptedModel(says(reply))
    expect((await ask(model)).end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('asks again with the fault of each field', async () => {
    const model = scriptedModel(says('{"name":5.5,"age":-1}'), says('{"name":"Ada","age":36}'))
    const { runtime, session, end } = await ask(model)
    expect(end.answer).toEqual({ name: 'Ada', age: 36 })
    expect(await stepPaths(runtime, session.id)).toEqual(['generateObject#1', 'generateObject#1/repair#1'])
    const told = textsOf(model.requests[1])
    expect(told.at(-2)).toBe('{"name":5.5,"age":-1}')
    expect(told.at(-1)).toMatch(/That cannot be used:\n.*age/s)
  })

  it('asks again when there is no JSON at all', async () => {
    const model = scriptedModel(says('I would rather not.'), says('{"name":"Ada","age":36}'))
    expect((await ask(model)).end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('asks again with what a check finds in a value that fits', async () => {
    const model = scriptedModel(says('{"name":"Ada","age":3}'), says('{"name":"Ada","age":36}'))
    const check = ({ age }: Person) => (age < 18 ? ['age: she is an adult'] : [])
    expect((await ask(model, { check })).end.answer).toEqual({ name: 'Ada', age: 36 })
    expect(textsOf(model.requests[1]).at(-1)).toContain('- age: she is an adult')
  })

  it('fails with `output-invalid` after two repairs, and names the faults', async () => {
    const model = scriptedModel(says('no'), says('no'), says('{"name":"Ada"}'))
    const { end } = await ask(model)
    expect(end).toMatchObject({ outcome: 'failed:output-invalid', error: { code: 'output-invalid' } })
    expect(end.error?.message).toMatch(/No readable `person` came: .*age/)
    model.assertUsedUp()
  })

  it('repairs as often as it is told', async () => {
    const model = scriptedModel(says('no'))
    expect((await ask(model, { repairs: 0 })).end.outcome).toBe('failed:output-invalid')
    model.assertUsedUp()
  })

  it('falls back to the value that was declared, given the faults', async () => {
    let seen: readonly string[] = []
    const fallback = (faults: readonly string[]) => {
      seen = faults
      return { name: 'nobody', age: 0 }
    }
    const { end } = await ask(scriptedModel(says('{"name":"Ada"}')), { repairs: 0, fallback })
    expect(end).toMatchObject({ outcome: 'answered', answer: { name: 'nobody', age: 0 } })
    expect(seen).toEqual([expect.stringContaining('age')])
  })

  it('begins a turn where it says so, and its repairs belong to it', async () => {
    const model = scriptedModel(says('no'), says('{"name":"Ada","age":36}'), says('{"name":"Ada","age":36}'))
    const { runtime } = world()
    const loop = loopOf('asks', async (ctx) => {
      for (;;) await ctx.generateObject(person, [user('Who?')], { turn: true })
    })
    const session = await runtime.start(loop, 'Go.', { model, budget: { turns: 1 } })
    expect(await session.outcome).toMatchObject({ outcome: 'limit:turns', usage: { modelCalls: 3 } })
  })

  it('replays as it ran', async () => {
    const { runtime, session } = await ask(scriptedModel(says('no'), says('{"name":"Ada","age":36}')))
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  })

  it('stores a repair as what was added to the prompt', async () => {
    const { runtime, session } = await ask(scriptedModel(says('no'), says('{"name":"Ada","age":36}')))
    const [first, second] = await factsOfType(runtime, session.id, 'step.finished')
    expect(first?.request).not.toHaveProperty('parent')
    expect(second?.request).toMatchObject({
      parent: 'generateObject#1',
      append: ['generateObject#1', { role: 'user' }],
    })
  })
})

describe('generateObject that hands out entries', () => {
  const list = z.object({ names: z.array(z.object({ name: z.string() })) })
  const streaming = (...texts: readonly string[]): Model => ({
    id: 'test/pieces',
    async *stream() {
      for (const text of texts) {
        yield { type: 'text', text }
        log.push(text)
      }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  })
  let log: Json[] = []

  async function listen(model: Model, secrets: readonly string[] = []) {
    log = []
    const { runtime } = world({ secrets })
    const loop = loopOf('asks', async (ctx) => ({
      answer: await ctx.generateObject(list, [user('Who?')], {
        onEntry: { of: 'names', take: (entry) => log.push(entry) },
      }),
    }))
    const session = await runtime.start(loop, 'Go.', { model })
    return { end: await session.outcome, replay: await runtime.replay(session.id) }
  }

  it('gives each as soon as it is complete, and none on replay', async () => {
    const { end, replay } = await listen(streaming('{"names":[{"name":"Ada"},', '{"name":"Alan"}', ']}'))
    expect(end.answer).toEqual({ names: [{ name: 'Ada' }, { name: 'Alan' }] })
    expect(log).toEqual([{ name: 'Ada' }, '{"names":[{"name":"Ada"},', { name: 'Alan' }, '{"name":"Alan"}', ']}'])
    expect(replay.isEqual).toBe(true)
  })

  it('begins anew with a reply that is asked for again', async () => {
    await listen(scriptedModel(says('{"names":[{"name":"Ada"}, 7]}'), says('{"names":[{"name":"Alan"}]}')))
    expect(log).toEqual([{ name: 'Ada' }, { name: 'Alan' }])
  })

  it('gives no secrets', async () => {
    await listen(scriptedModel(says('{"names":[{"name":"hunter22"}]}')), ['hunter22'])
    expect(log).toEqual([{ name: '[redacted]' }])
  })
})

describe('generateObject with a reply that was cut off', () => {
  const fault = '- the reply was cut off before its end: make it shorter'
  const ada = says('{"name":"Ada","age":36}')
  const cut = (text: string) => ({ text, finish: 'length' }) as const

  it.each([
    ['a text in the middle, whatever the provider says', says('{"age":36,"name":"Ad')],
    ['a number that may go on', says('{"name":"Ada","age":3')],
    ['nothing but closing brackets', cut('{"name":"Ada","age":36 ')],
    ['all fields but one', cut('{"name":"Ada"')],
    ['the whole value', cut('Let me think about who it')],
  ])('asks again, for a shorter one, when it took %s', async (_, reply) => {
    const model = scriptedModel(reply, ada)
    expect((await ask(model)).end.answer).toEqual({ name: 'Ada', age: 36 })
    expect(textsOf(model.requests[1]).at(-1)).toBe(
      `That cannot be used:\n${fault}\nReply with the corrected JSON and nothing else.`,
    )
  })

  it('takes a value that was whole before', async () => {
    const model = scriptedModel(cut('{"name":"Ada","age":36}\n\nI chose her beca'))
    expect((await ask(model)).end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('takes a value whose brackets a model forgot to close', async () => {
    const model = scriptedModel(says('{"name":"Ada","age":36 '))
    expect((await ask(model)).end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('reads no half of another form', async () => {
    const read = () => ({ name: 'A', age: 3 })
    const model = scriptedModel(cut('Ada, 3'), ada)
    expect((await ask(model, { read })).end.answer).toEqual({ name: 'Ada', age: 36 })
    expect(textsOf(model.requests[1]).at(-1)).toContain(fault)
  })

  it('fails when it is cut off every time', async () => {
    const model = scriptedModel(cut('{"name":'), cut('{"name":'), cut('{"name":'))
    const { end } = await ask(model)
    expect(end).toMatchObject({ outcome: 'failed:output-invalid' })
    expect(end.error?.message).toBe('No readable `person` came: the reply was cut off before its end: make it shorter')
  })
})

describe('generateObject with a reader for another form', () => {
  /** `Ada, 36`. */
  const read = (text: string) => {
    const [, name, age] = /^(\w+), (-?\d+)$/.exec(text.trim()) ?? []
    return name === undefined ? undefined : { name, age: Number(age) }
  }

  it('gives what the reader makes of a reply that is no JSON', async () => {
    const model = scriptedModel(says('<think>Lisp, 3</think>Ada, 36'))
    expect((await ask(model, { read })).end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('takes JSON that fits before it', async () => {
    const never = () => {
      throw new Error('It was read.')
    }
    const model = scriptedModel(says('{"name":"Ada","age":36}'))
    expect((await ask(model, { read: never })).end.answer).toEqual({ name: 'Ada', age: 36 })
  })

  it('holds what was read against the schema and the check', async () => {
    const model = scriptedModel(says('Ada, -1'), says('Bob, 20'), says('Ada, 36'))
    const check = ({ name }: Person) => (name === 'Ada' ? [] : ['name: expected Ada'])
    expect((await ask(model, { read, check })).end.answer).toEqual({ name: 'Ada', age: 36 })
    expect(textsOf(model.requests[1]).at(-1)).toContain('- age: ')
    expect(textsOf(model.requests[2]).at(-1)).toContain('- name: expected Ada')
  })

  it('asks again for JSON when the reader finds nothing', async () => {
    const model = scriptedModel(says('Somebody.'), says('{"name":"Ada","age":36}'))
    expect((await ask(model, { read })).end.answer).toEqual({ name: 'Ada', age: 36 })
    expect(textsOf(model.requests[1]).at(-1)).toContain('Reply with the corrected JSON')
  })

  it('replays as it ran', async () => {
    const { runtime, session } = await ask(scriptedModel(says('Nobody'), says('Ada, 36')), { read })
    expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [] })
  })
})
