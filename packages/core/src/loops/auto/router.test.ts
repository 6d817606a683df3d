import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoopCard } from '../../kernel/context.ts'
import { defineLoop, type LoopTraits } from '../../kernel/loop.ts'
import { material } from '../../parsing/material.ts'
import { table } from '../table.ts'
import { fittingLoops } from './candidates.ts'
import { routeByRules } from './router.ts'

function card(name: string, traits: Partial<LoopTraits> = {}): LoopCard {
  return defineLoop({ name, traits, run: async () => null })
}

/** The loop of a goal, with a question mark where the rules are not clear. */
function route(goal: string, hasTools: boolean) {
  const loops = fittingLoops(table, { candidates: [], tools: hasTools ? ['web.search'] : [] })
  const { loop, isClear } = routeByRules({ goal, hasTools, loops })
  return isClear ? loop : `${loop}?`
}

describe('the choice by rules', () => {
  it.each([
    // Small talk.
    ['Hello!', 'direct', 'direct'],
    ['Thank you very much!', 'direct', 'direct'],
    ['Good morning, Ada.', 'direct', 'direct'],
    ['Hello, what is the capital of France?', 'react?', 'direct?'],
    // Texts to be put otherwise say nothing of the work.
    ['Translate: "first we eat, then we sleep"', 'direct', 'direct'],
    ['Translate into French: first we eat, then we sleep', 'direct', 'direct'],
    ['Please rewrite this politely: first sit down, then shut up', 'direct', 'direct'],
    ['Summarise “the wife of the director of the film that was made in 1990”', 'direct', 'direct'],
    ['Translate the report into French.', 'react?', 'direct?'],
    ["He said 'first go, then come'. Is that rude?", 'react', 'direct?'],
    ['Explain this line: `first(x); then(y) + 2 * 3`', 'react', 'direct?'],
    ['> First we eat, then we sleep.\n\nWho said that?', 'react', 'direct?'],
    // Steps in an order.
    ['First read the file, then count its words.', 'plan-execute', 'plan-execute'],
    ['I want you to first read the file and then count its words.', 'plan-execute', 'plan-execute'],
    ['Read the file, then count its words, and finally mail me.', 'plan-execute', 'plan-execute'],
    ['Do this:\n1. Read it.\n2. Count it.', 'plan-execute', 'plan-execute'],
    ['1) Find a hotel.\n2) Book it.', 'plan-execute', 'plan-execute'],
    ['Who was the first king of Denmark?', 'react?', 'direct?'],
    ['Who first finally proved it?', 'plan-execute?', 'plan-execute?'],
    ['What time is it in Tokyo next Friday? First, greet me.', 'react?', 'direct?'],
    ['First Ada bought 3 apples, then she ate one. How many are left?', 'react?', 'cot?'],
    ['Which is right?\n1. Paris\n2. Rome', 'react', 'direct?'],
    ['Rank these films:\n1. Star Wars\n2. Alien', 'react', 'direct?'],
    ['Give me a plan.', 'react?', 'direct?'],
    // Chains of facts.
    ['Where was the wife of the director of Jaws educated?', 'self-ask', 'self-ask'],
    ['What is the population of the capital of Norway?', 'self-ask', 'self-ask'],
    ['Who is the president of the company that makes the iPhone?', 'self-ask', 'self-ask'],
    ['Summarise the history of the city of Rome.', 'react', 'direct?'],
    ['What is the meaning of the word that rhymes with cat?', 'react', 'direct?'],
    ['Who is the father of the theory of relativity?', 'react', 'direct?'],
    // Reports with sources, and others.
    ['Write a report about tidal power, with sources.', 'research', 'direct?'],
    ['I need a research report on ferries.', 'research', 'direct?'],
    ['Write a short report about my day.', 'react?', 'direct?'],
    // Sums, and what only looks like one.
    ['What is 17 * 6 + 14?', 'react', 'cot'],
    ['Hi, what is 2 + 2?', 'react', 'cot'],
    ['What is 12-5?', 'react', 'cot'],
    ['(3 - 1) / 2', 'react', 'cot'],
    ['What is 20% of 80?', 'react', 'cot'],
    ['What happened on 2024-05-01?', 'react', 'direct?'],
    ['What is 5/1/2024?', 'react', 'direct?'],
    ['What happened in 1990-1995?', 'react', 'direct?'],
    ['Read pages 10 - 20.', 'react', 'direct?'],
    ['Do you offer 24/7 support?', 'react', 'direct?'],
    ['Call +45 12-34-56, please.', 'react', 'direct?'],
    ['Is 10.0.0.0/8 a private range?', 'react', 'direct?'],
    // Words of the loops: a phrase, or two of them.
    ['How many people live in Oslo?', 'react', 'cot'],
    ['Why is the sky blue?', 'react', 'direct?'],
    ['What is the use of a spleen?', 'react', 'direct?'],
    ['Look up the weather in Oslo.', 'react', 'direct?'],
    ['Is it true that cats purr?', 'critic', 'direct?'],
    ['Verify that Oslo has an opera.', 'react?', 'direct?'],
    ['Make sure that it is correct.', 'reflexion', 'reflexion'],
    ['What is the best way to fold a map?', 'tree-of-thoughts', 'tree-of-thoughts'],
    ['Explain TCP and UDP.', 'react', 'direct?'],
  ])('of %j is %s with tools and %s without', (goal, withTools, without) => {
    expect([route(goal, true), route(goal, false)]).toEqual([withTools, without])
  })

  it('goes by the step that a loop gives to a loop inside, else by the task', () => {
    const task = 'First read the file, then count its words.'
    expect(route(material({ task, results: 'What is 2 + 2?', step: 'Hello!' }), false)).toBe('direct')
    expect(route(material({ task, results: 'Hello!' }), false)).toBe('plan-execute')
    expect(route(material({ task: material({ task: 'Hello!', step: 'What is 2 + 2?' }) }), false)).toBe('cot')
  })

  it('says why', () => {
    const why = (goal: string, hasTools = true) => routeByRules({ goal, hasTools, loops: table }).why
    expect(why('Hello.')).toBe('The goal is small talk.')
    expect(why('Plan it step by step.')).toBe('The goal says “step by step”, “plan”.')
    expect(why('Who?')).toBe('There are tools, and the goal asks for nothing more.')
    expect(why('Who?', false)).toBe('It is the cheapest loop there is.')
  })

  it('names no loop that is not there, and leaves no doubt about the only one', () => {
    const one = [card('own')]
    expect(routeByRules({ goal: 'First look, then leap.', hasTools: true, loops: one })).toMatchObject({
      loop: 'own',
      isClear: true,
    })
  })

  it('listens to the words of loops that people add', () => {
    const loops = [...table, card('haiku', { signals: ['c++ poem', 'haiku'] })]
    expect(routeByRules({ goal: 'A C++ poem, please', hasTools: false, loops })).toMatchObject({
      loop: 'haiku',
      isClear: true,
    })
  })

  it('looks at both ends of a long goal', () => {
    const text = 'Lorem ipsum. '.repeat(10_000)
    expect(route(`First read this, then count it: ${text}`, false)).toBe('plan-execute')
    expect(route(`${text} How many words are that?`, false)).toBe('cot')
    expect(route(`${text} How many words are that? ${text}`, false)).toBe('direct?')
  })
})

const anyName = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/)
const word = fc.oneof(
  fc.constantFrom(
    'first',
    'then',
    'the',
    'of',
    'who',
    '1. ',
    '\n2) ',
    '3 + 4',
    'hello',
    'use',
    '(',
    '*',
    '\\',
    '"',
    '“',
    ':',
  ),
  fc.string(),
)
const anyGoal = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '))
const anyCards = fc
  .uniqueArray(fc.oneof(anyName, fc.constantFrom('auto', ...table.map(({ name }) => name))), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc
          .record({ signals: fc.array(word, { maxLength: 3 }), worksWithoutTools: fc.boolean() })
          .map((traits) => card(name, traits)),
      ),
    ),
  )

describe('any goal with any loops', () => {
  it('is given one of them, with a reason, and the same again', () => {
    fc.assert(
      fc.property(anyGoal, fc.boolean(), anyCards, (goal, hasTools, loops) => {
        const chosen = routeByRules({ goal, hasTools, loops })
        expect(loops.map(({ name }) => name)).toContain(chosen.loop)
        expect(chosen.why).not.toBe('')
        expect(routeByRules({ goal, hasTools, loops })).toEqual(chosen)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['quotes that are never closed', '“„«'.repeat(20_000)],
    ['numbers and brackets', 'what is '.concat('( 1 , 2 . '.repeat(20_000))],
    ['the first of many', 'first then, '.repeat(20_000)],
    ['lists', '1. \n'.repeat(20_000)],
    ['links', 'the wife of '.repeat(20_000)],
    ['question marks and spaces', '? '.repeat(20_000)],
  ])('is read in bounded time: %s', (_, goal) => {
    expect(routeByRules({ goal, hasTools: false, loops: table }).loop).toBeTypeOf('string')
  })
})
