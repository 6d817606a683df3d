import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterRound,
  emptyMemory,
  longestFact,
  longestText,
  memoryText,
  mostFacts,
  rewritten,
  type StepMemory,
  shownMemory,
  withAnswer,
  withLine,
  withoutLines,
} from './memory.ts'

const base = rewritten(emptyMemory, 'Base.')
const fact = (text: string, step = '1') => ({ text, step, from: 'web.search' })

describe('the working memory', () => {
  it('is what the last reply made of it', () => {
    expect(rewritten(base, ' Newer. ').text).toBe('Newer.')
  })

  it.each([undefined, null, '', '  \n'])('stays as it is when a reply says %j of it', (said) => {
    expect(rewritten(base, said)).toBe(base)
  })

  it('takes lines of the loop, and gives them up again', () => {
    const failed = withLine(base, '[PLAN VALIDATION FAILED] no tool')
    expect(failed.text).toBe('Base.\n[PLAN VALIDATION FAILED] no tool')
    expect(withoutLines(failed, '[PLAN VALIDATION FAILED]')).toEqual(base)
  })

  it('takes a line that quotes several as one, and gives all of it up again', () => {
    const failed = withLine(base, '[DECISION FAILED] found\n\n  {"a"\tof it')
    expect(failed.text).toBe('Base.\n[DECISION FAILED] found {"a" of it')
    expect(withoutLines(failed, '[DECISION FAILED]')).toEqual(base)
  })

  it('takes the text of a single step as it is', () => {
    expect(afterRound(base, [{ id: '1', text: 'One.', facts: [] }]).text).toBe('One.')
  })

  it('joins the texts of steps side by side in their order, without those that changed nothing', () => {
    const steps: StepMemory[] = [
      { id: 'b', text: 'Bee.', facts: [] },
      { id: 'x', text: 'Base.', facts: [] },
      { id: 'y', text: null, facts: [] },
      { id: 'a', text: 'Ay.', facts: [] },
    ]
    expect(afterRound(base, steps).text).toBe('Step b: Bee.\n\nStep a: Ay.')
  })

  it('says once what steps side by side begin with in common', () => {
    const texts = { a: 'Base.\nWanted: times.\nAy.', b: 'Base.\nWanted: times.\nBee.', c: 'Base.\nWanted: times.' }
    const steps = Object.entries(texts).map(([id, text]) => ({ id, text, facts: [] }))
    expect(afterRound(base, steps).text).toBe('Base.\nWanted: times.\n\nStep a: Ay.\n\nStep b: Bee.')
  })

  it('loses no step where all of them say much: each has its share of the room', () => {
    const long = (id: string) => `Begins ${id}. ${`${id} `.repeat(3_000)} Ends ${id}.`
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const { text } = afterRound(
      base,
      ids.map((id) => ({ id, text: `Base.\n${'Common. '.repeat(1_000)}\n${long(id)}`, facts: [] })),
    )
    for (const id of ids) expect(text).toMatch(new RegExp(`Step ${id}: Begins ${id}\\.[^]* Ends ${id}\\.`))
    expect(text.match(/Base\./g)).toHaveLength(1)
    expect(text.length).toBeLessThanOrEqual(longestText)
  })

  it('unites facts: each once, with the source that said it first', () => {
    const first = afterRound(base, [{ id: '1', text: null, facts: [fact('It leaves at nine.')] }])
    const again = [fact('it leaves  at nine', '2'), fact('It costs 4.', '2')]
    expect(afterRound(first, [{ id: '2', text: null, facts: again }]).facts).toEqual([
      fact('It leaves at nine.'),
      fact('It costs 4.', '2'),
    ])
  })

  it('keeps the newest facts when there are too many', () => {
    const facts = Array.from({ length: mostFacts + 2 }, (_, nth) => fact(`Fact ${nth}.`))
    const kept = afterRound(base, [{ id: '1', text: null, facts }]).facts
    expect([kept.length, kept[0]?.text, kept.at(-1)?.text]).toEqual([mostFacts, 'Fact 2.', `Fact ${mostFacts + 1}.`])
  })

  it('shows people what they answered before all else', () => {
    const asked = withAnswer(base, { question: 'Which one?', answer: 'The late one.' })
    expect(memoryText(asked)).toBe('[USER ANSWER] Which one? → The late one.\nBase.')
  })

  it('fences for a model what models and tools wrote, and not what a person said', () => {
    const asked = withAnswer(base, { question: 'Which </untrusted> one?', answer: 'The late one.' })
    const known = afterRound(asked, [{ id: '1', text: null, facts: [fact('It leaves at nine.')] }])
    expect(shownMemory(known)).toBe(
      [
        '<untrusted from="question">\nWhich ‹/untrusted> one?\n</untrusted>\n[USER ANSWER] The late one.',
        '<untrusted from="facts">\n- It leaves at nine. (step 1: web.search)\n</untrusted>',
        '<untrusted from="working memory">\nBase.\n</untrusted>',
      ].join('\n\n'),
    )
    expect(shownMemory(emptyMemory)).toBeUndefined()
  })

  it('stays within its bounds, whatever comes', () => {
    const text = fc.string({ maxLength: 50 }).map((each) => each.repeat(400))
    const facts = fc.array(
      text.map((each) => fact(each)),
      { maxLength: 60 },
    )
    const steps = fc.array(fc.record({ id: fc.string(), text, facts }), { maxLength: 4 })
    fc.assert(
      fc.property(steps, text, (round, line) => {
        const memory = withLine(afterRound(base, round), line)
        expect(memory.text.length).toBeLessThan(longestText + 60)
        expect(memory.facts.length).toBeLessThanOrEqual(mostFacts)
        for (const each of memory.facts) expect(each.text.length).toBeLessThan(longestFact + 60)
      }),
      { numRuns: 30 },
    )
  })
})
