import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoopCard } from '../../kernel/context.ts'
import { defineLoop, type LoopTraits } from '../../kernel/loop.ts'
import { fittingLoops, nextLoop, routeByRules } from './router.ts'

function card(name: string, traits: Partial<LoopTraits> = {}): LoopCard {
  return defineLoop({ name, traits, run: async () => null })
}

const cards = [
  card('direct', { signals: ['hello', 'rewrite', 'translate'] }),
  card('cot', { signals: ['why', 'how many', 'calculate'] }),
  card('react', { signals: ['look up', 'search', 'use'] }),
  card('plan-execute', { signals: ['plan', 'steps'] }),
  card('reflexion', { signals: ['carefully', 'must be correct'] }),
  card('self-ask', { signals: ['who was', 'born'] }),
  card('critic', { signals: ['check', 'verify'], worksWithoutTools: false }),
  card('tree-of-thoughts', { signals: ['puzzle', 'best way'] }),
  card('auto', { signals: ['anything'] }),
]

const all = { candidates: [] }

function route(goal: string, hasTools: boolean) {
  const { loop, isClear } = routeByRules({ goal, hasTools, loops: fittingLoops(cards, { ...all, hasTools }) })
  return isClear ? loop : `${loop}?`
}

describe('the choice by rules', () => {
  it.each([
    ['Hello!', 'direct', 'direct'],
    ['Thank you very much!', 'direct', 'direct'],
    ['Good morning, Ada.', 'direct', 'direct'],
    ['Hi, what is 2 + 2?', 'react', 'cot'],
    ['What is 17 * 6 + 14?', 'react', 'cot'],
    ['Calculate the mean of the list.', 'react', 'cot'],
    ['Why is the sky blue?', 'react', 'cot'],
    ['First read the file, then count its words.', 'plan-execute', 'plan-execute'],
    ['Do this:\n1. Read it.\n2. Count it.', 'plan-execute', 'plan-execute'],
    ['Where was the wife of the director of Jaws educated?', 'self-ask', 'self-ask'],
    ['Verify that Oslo has an opera.', 'critic', 'direct?'],
    ['Search for an opera in Oslo.', 'react', 'direct?'],
    ['The proof must be correct.', 'reflexion', 'reflexion'],
    ['What is the best way to fold a map? It is a puzzle.', 'tree-of-thoughts', 'tree-of-thoughts'],
    ['Translate this because I said so: moon.', 'direct', 'direct'],
    ['Who wrote Hamlet?', 'react', 'direct?'],
    ['Check carefully.', 'reflexion?', 'reflexion'],
    ['Anything.', 'react', 'direct?'],
  ])('of %j is %s with tools and %s without', (goal, withTools, without) => {
    expect([route(goal, true), route(goal, false)]).toEqual([withTools, without])
  })

  it('says why', () => {
    const why = (goal: string, hasTools = true) => routeByRules({ goal, hasTools, loops: cards }).why
    expect(why('Hello.')).toBe('The goal is small talk.')
    expect(why('Plan it in steps.')).toBe('The goal says “plan”, “steps”.')
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
    const loops = [...cards, card('haiku', { signals: ['c++ poem', 'haiku'] })]
    expect(routeByRules({ goal: 'A C++ poem, please', hasTools: false, loops })).toMatchObject({ loop: 'haiku' })
  })

  it('looks at both ends of a long goal', () => {
    const text = 'Lorem ipsum. '.repeat(10_000)
    expect(route(`First read this, then count it: ${text}`, false)).toBe('plan-execute')
    expect(route(`${text} Translate all that.`, false)).toBe('direct')
    expect(route(`${text} Translate all that. ${text}`, false)).toBe('direct?')
  })
})

const anyName = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/)
const word = fc.oneof(
  fc.constantFrom('first', 'then', 'the', 'of', 'who', '1. ', '\n2) ', '3 + 4', 'hello', 'use', '(', '*', '\\'),
  fc.string(),
)
const anyGoal = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '))
const anyCards = fc
  .uniqueArray(fc.oneof(anyName, fc.constantFrom(...cards.map(({ name }) => name))), { minLength: 1, maxLength: 8 })
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

  it('is never given `auto`, nor a loop that needs tools where there are none', () => {
    fc.assert(
      fc.property(fc.boolean(), anyCards, (hasTools, loops) => {
        const left = fittingLoops(loops, { hasTools, candidates: [] })
        expect(left.filter(({ name }) => name === 'auto')).toEqual([])
        if (!hasTools) expect(left.filter(({ traits }) => !traits.worksWithoutTools)).toEqual([])
        expect(left).toEqual(loops.filter((each) => left.includes(each)))
      }),
    )
  })

  it('comes to an end of escalations, and meets no loop twice', () => {
    fc.assert(
      fc.property(anyCards, (loops) => {
        const met = [loops[0]?.name ?? '']
        for (let next = nextLoop(loops, { loop: met[0] ?? '', doubt: 'x' }); next; ) {
          met.push(next.loop)
          next = nextLoop(loops, { loop: next.loop, doubt: 'x' })
        }
        expect(met).toEqual(loops.map(({ name }) => name))
      }),
    )
  })
})

describe('the next loop', () => {
  it('is the next dearer one, with what speaks against the last', () => {
    expect(nextLoop(cards, { loop: 'cot', doubt: 'It is wrong.' })).toEqual({
      loop: 'react',
      why: '`cot` was not good enough: It is wrong.',
    })
  })

  it('is told a long doubt in short', () => {
    expect(nextLoop(cards, { loop: 'cot', doubt: 'x'.repeat(500) })?.why).toHaveLength(227)
  })

  it('is none after the last', () => {
    expect(nextLoop(cards, { loop: 'auto', doubt: '' })).toBeUndefined()
  })
})

describe('the loops to choose from', () => {
  const names = (options: Parameters<typeof fittingLoops>[1]) => fittingLoops(cards, options).map(({ name }) => name)

  it('are all others with tools', () => {
    expect(names({ hasTools: true, candidates: [] })).toEqual(cards.slice(0, -1).map(({ name }) => name))
  })

  it('are without tools those that can do without, and not `react`, which then is one plain call', () => {
    expect(names({ hasTools: false, candidates: [] })).toEqual([
      'direct',
      'cot',
      'plan-execute',
      'reflexion',
      'self-ask',
      'tree-of-thoughts',
    ])
  })

  it('are those that are named, from the cheapest to the dearest', () => {
    const candidates = ['react', 'critic', 'direct'].map((loop) => ({ loop, config: {} }))
    expect(names({ hasTools: true, candidates })).toEqual(['direct', 'react', 'critic'])
    expect(names({ hasTools: false, candidates })).toEqual(['direct', 'react'])
  })
})
