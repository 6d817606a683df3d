import { defineTool, type JsonObject, type Loop, loops, type StartOptions, waves } from '@gyre/core'
import { calculator, calendarToolbox, mathToolbox } from '@gyre/tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { world } from '../../../../../test/support/kernel.ts'
import { demoModel } from '../demo-model.ts'
import { demoRules } from '../demo-rules.ts'
import { type DecisionHook, ruleEngine } from '../rule-engine.ts'

const found = [
  '[1] The Tarn Yard › Beginnings\nhttps://a.example/x (doc_1, 0–90)\nAda Lind founded the yard in 1841.',
  '[2] The Steamer Gannet\nhttps://a.example/y (doc_2, 0–90)\nThe Gannet was built by the Tarn Yard.',
].join('\n\n')
const search = defineTool({
  name: 'library.search',
  description: 'Searches documents.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: () => found,
})
const tools = [...mathToolbox().tools, ...calendarToolbox().tools, search]

async function run(goal: string, options: StartOptions = {}) {
  const session = await world({ loops }).runtime.start(waves as unknown as Loop, goal, {
    model: demoModel,
    tools,
    ...options,
  })
  const { answer, outcome, details } = await session.outcome
  const { results, ...counts } = details as { results: Record<string, JsonObject>; iterations: number; waves: number }
  return { answer, outcome, made: Object.values(results).map(({ args }) => args), ...counts }
}

describe('the demo model plans waves', () => {
  it('for sums: all at once, then what is made of them', async () => {
    expect(await run('What are 17 * 6 and 14 * 3, and what is the sum of both?')).toMatchObject({
      answer: '17 * 6 = 102, 14 * 3 = 42 and 102 + 42 = 144',
      made: [{ expression: '17 * 6' }, { expression: '14 * 3' }, { expression: '102 + 42' }],
      waves: 2,
      iterations: 3,
    })
  })

  it('for the same sums in one plan', async () => {
    const goal = 'What are 17 * 6 and 14 * 3, and what is the sum of both?'
    expect(await run(goal, { config: { maxWaves: 1 } })).toMatchObject({
      answer: '17 * 6 = 102, 14 * 3 = 42 and 102 + 42 = 144',
      made: [{ expression: '17 * 6' }, { expression: '14 * 3' }, { expression: '(17 * 6) + (14 * 3)' }],
      waves: 1,
      iterations: 1,
    })
  })

  it('for facts: what must be known first is looked up first', async () => {
    expect(await run('Who founded the yard that built the Gannet?')).toMatchObject({
      answer: 'Ada Lind: “Ada Lind founded the yard in 1841.” (The Tarn Yard)',
      made: [{ query: 'Which yard built the Gannet?' }, { query: 'Who founded the Tarn Yard?' }],
      waves: 2,
      iterations: 3,
    })
  })

  it('for facts that need more waves than there are, and says how far it came', async () => {
    const { answer } = await run('Who founded the yard that built the Gannet?', { config: { maxWaves: 1 } })
    expect(answer).toBe(
      'I found nothing that answers “Who founded the Tarn Yard?” So far: Which yard built the Gannet? Tarn Yard.',
    )
  })

  it('for several questions that do not need each other: one wave', async () => {
    const { answer, ...counts } = await run('Convert 5 km to miles. When is Easter 2027? What is 3 + 4? What is 5 + 5?')
    expect(String(answer).split('\n')).toEqual([
      '5 km = 3.10685596119 miles',
      'Easter Sunday: Sunday 28 March 2027 (2027-03-28). That is in 451 days.',
      '3 + 4 = 7',
      '5 + 5 = 10',
    ])
    expect(counts).toMatchObject({ waves: 1, iterations: 2 })
  })

  it('for none where no tool is of use, and answers in its head', async () => {
    expect(await run('What is 3 + 4?', { tools: [search] })).toMatchObject({ answer: '3 + 4 = 7', waves: 0, made: [] })
  })

  it('and says what failed', async () => {
    const { answer } = await run('Convert 5 km to kg.')
    expect(answer).toMatch(/^`math\.convert` failed: `km` is for length and `kg` for mass/)
  })

  it('and shows what was found where no rule makes an answer of it', async () => {
    const call = { id: 'mine', tool: calculator.name, args: { expression: '2 + 2' } }
    const hook: DecisionHook = (decision, { path }) => {
      const value = { status: 'done', action: 'Call it.', tools: [call] }
      return path === 'plan-cache#1/plan#1' ? { kind: 'value', thought: '', value } : decision
    }
    const { answer } = await run('Sing a song.', { tools: [calculator], model: ruleEngine({ rules: demoRules, hook }) })
    expect(answer).toBe('I have no rule that makes an answer of these results, so here they are.\nmine: 4')
  })
})
