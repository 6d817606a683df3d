import { defineTool, type Loop, loops, type StartOptions } from '@gyre/core'
import { bundledShelf } from '@gyre/knowledge'
import { knowledgeToolbox, localSearch } from '@gyre/knowledge/toolbox'
import { demoModel } from '@gyre/models'
import { memoryStore } from '@gyre/stores/memory'
import { calendarToolbox, mathToolbox, safeFetch, webToolbox } from '@gyre/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { world } from '../../../test/support/kernel.ts'

const shelf = bundledShelf(memoryStore().knowledge)
const web = webToolbox({ fetch: safeFetch({}), search: localSearch(() => shelf) }).tools
const sums = [...mathToolbox().tools, ...calendarToolbox({}).tools]
/** As they are offered to a session that a person starts. */
const tools = [...sums, ...web, ...knowledgeToolbox({ shelf: () => shelf }).tools]

async function answerOf(loop: Loop, goal: string, options: StartOptions = {}) {
  const session = await world({ loops }).runtime.start(loop, goal, { model: demoModel, tools, ...options })
  const { answer } = await session.outcome
  return String(answer)
}

const named = (name: string) => loops.find((loop) => loop.name === name) as unknown as Loop

/** Without tools they can only do what is done in the head. */
const thinking = ['direct', 'cot', 'tree-of-thoughts']
const acting: readonly (readonly [string, StartOptions])[] = [
  ['react', {}],
  ['react', { config: { protocol: 'text' } }],
  ['self-ask', {}],
  ['self-ask', { config: { protocol: 'text' } }],
  ['self-ask', { tools: [...sums, ...web] }],
  ['react', { tools: [...sums, ...web] }],
  ['plan-execute', {}],
  ['reflexion', {}],
  ['critic', { config: { draft: { loop: 'react', config: {} } } }],
  ['auto', {}],
]

const inTheHead = [
  ['Use 4, 9, 10 and 13 to make 24.', '(10 - 4) * (13 - 9) = 24'],
  ['What is 17 * 6 + 14?', '17 * 6 + 14 = 116'],
] as const
const withTools = [
  ['Convert 5 km to miles.', '5 km = 3.10685596119 miles'],
  ['When is Easter 2027?', 'Easter Sunday: Sunday 28 March 2027 (2027-03-28).'],
  [
    'Who founded the yard that built the paddle steamer Petrel?',
    'Hanne Ravel: “Hanne Ravel founded the yard in 1841.”',
  ],
] as const

describe('what the demo model says it can do', () => {
  it('is tried here, example by example', async () => {
    const said = await answerOf(named('direct'), 'What can you do?')
    const examples = [...said.matchAll(/`([^`]+)`/g)].map(([, example]) => example)
    // The rooms are tried in hotel.test.ts, the report in demo-research.test.ts.
    const elsewhere = ['one night in Hanukkah', 'The lighthouses of the Sound']
    const tried = [...[...inTheHead, ...withTools].map(([goal]) => goal), ...elsewhere]
    expect(new Set(examples)).toEqual(new Set([...tried, 'and times 2?']))
  })

  it.each(['native', 'text'])('it can with react and a tool that nobody told it of, protocol %s', async (protocol) => {
    const shout = defineTool({
      name: 'voice.shout',
      description: 'Shouts.',
      input: z.object({ words: z.string() }),
      run: ({ words }) => `${words.toUpperCase()}!`,
    })
    const options = { tools: [...tools, shout], config: { protocol } }
    expect(await answerOf(named('react'), 'Shout: all aboard', options)).toBe('ALL ABOARD!')
  })

  it.each(thinking.flatMap((name) => inTheHead.map(([goal, start]) => [goal, name, start] as const)))(
    'it can in its head: `%s` with %s',
    async (goal, name, start) => {
      expect(await answerOf(named(name), goal)).toBe(start)
    },
  )

  describe.each(acting)('it can with %s, %j', (name, options) => {
    it.each([...inTheHead, ...withTools])('`%s`', async (goal, start) => {
      const answer = await answerOf(named(name), goal, options)
      expect(answer.slice(0, start.length)).toBe(start)
    })
  })
})
