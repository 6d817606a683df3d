import { critic, type Loop, loops, planExecute, react, reflexion, type StartOptions, selfAsk } from '@gyre/core'
import { bundledShelf } from '@gyre/knowledge'
import { knowledgeToolbox } from '@gyre/knowledge/toolbox'
import { demoModel } from '@gyre/models'
import { type DecisionHook, demoRules, ruleEngine } from '@gyre/models/demo'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { world } from '../../../test/support/kernel.ts'

const shelf = bundledShelf(memoryStore().knowledge)
const { tools } = knowledgeToolbox({ shelf: () => shelf })

async function run(loop: unknown, goal: string, options: StartOptions = {}) {
  const session = await world({ loops }).runtime.start(loop as Loop, goal, { model: demoModel, tools, ...options })
  return session.outcome
}

const searches: readonly (readonly [string, unknown, StartOptions])[] = [
  ['react', react, {}],
  ['react, in words', react, { config: { protocol: 'text' } }],
  ['self-ask', selfAsk, {}],
  ['self-ask, in words', selfAsk, { config: { protocol: 'text' } }],
  ['plan-execute', planExecute, {}],
  ['reflexion', reflexion, {}],
  ['critic', critic, { config: { draft: { loop: 'react', config: {} } } }],
]

describe.each(searches)('the bundled documents, asked by the demo model in %s', (_, loop, options) => {
  it.each([
    ['one hop', 'Who opened the weaving school on Tresk?', 'Hedda Lomax: “'],
    ['two hops', 'Who founded the yard that built the paddle steamer Petrel?', 'Hanne Ravel: “'],
    [
      'three hops',
      'Who founded the yard that built the ship that replaced the paddle steamer Petrel?',
      'Dorothea Quillan: “',
    ],
  ])('answer a question of %s', async (_, question, start) => {
    const { answer, outcome } = await run(loop, question, options)
    expect([outcome, String(answer).startsWith(start)]).toEqual(['answered', true])
  })

  it('are not made to say what they do not', async () => {
    const { answer } = await run(loop, 'Who painted the ceiling of the opera in Vienna?', options)
    expect(answer).toMatch(/^I found nothing that answers “Who painted the ceiling of the opera in Vienna\?”/)
  })
})

describe('the demo model that may make no more calls', () => {
  const question = 'Who founded the yard that built the paddle steamer Petrel?'

  it.each([
    ['reflexion', 2, 'I found nothing that answers “Who founded the Ravel Yard?” So far: Which yard built the paddle'],
    ['reflexion', 3, 'Hanne Ravel: “'],
    ['reflexion', 4, 'Hanne Ravel: “'],
    [
      'plan-execute',
      4,
      'I found nothing that answers “Who founded the Ravel Yard?” So far: Which yard built the paddle',
    ],
    ['plan-execute', 5, 'Hanne Ravel: “'],
    ['plan-execute', 6, 'Hanne Ravel: “'],
    ['auto', 3, 'Hanne Ravel: “'],
    ['auto', 4, 'Hanne Ravel: “'],
    ['critic', 3, 'Hanne Ravel: “'],
    ['critic', 4, 'Hanne Ravel: “'],
  ])('answers from what was begun: %s, %i calls', async (name, modelCalls, start) => {
    const loop = loops.find((each) => each.name === name)
    const drafted = name === 'critic' ? { config: { draft: { loop: 'react', config: {} } } } : {}
    const { answer, outcome } = await run(loop, question, { budget: { modelCalls }, ...drafted })
    expect([outcome, String(answer).slice(0, start.length)]).toEqual(['limit:calls', start])
  })
})

describe('facts that the documents do not have', () => {
  it.each([
    ['of another thing', 'When was the lighthouse of Aldery built?', 'When was the lighthouse of Aldery built?'],
    ['of a namesake', 'When did Maren Holt die?', 'When did Maren Holt die?'],
    ['of another kind', 'Where was the person who designed the Fennholm Light born?', 'Where was Edvin Holt born?'],
  ])('are not taken from those %s', async (_, goal, missing) => {
    expect((await run(react, goal)).answer).toContain(`I found nothing that answers “${missing}”`)
  })
})

describe('a draft with a wrong name in it', () => {
  it('is mended by what the documents say, and stays as it was else', async () => {
    const hook: DecisionHook = (decision, { path }) => {
      if (decision.kind !== 'answer' || !path.startsWith('draft')) return decision
      return { ...decision, text: 'Well. Josef Holt designed the Hob Skerry Light in 1866. It is said to be fine.' }
    }
    const model = ruleEngine({ rules: demoRules, hook })
    expect(await run(critic, 'Tell me of a lighthouse.', { model })).toMatchObject({
      answer: 'Well. Maren Holt designed the Hob Skerry Light in 1866. It is said to be fine.',
      outcome: 'answered',
    })
  })
})
