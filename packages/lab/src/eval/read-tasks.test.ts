import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTasks } from './read-tasks.ts'

const read = (text: string) => readTasks(text, { source: 'tasks.jsonl' })
const lines = (...records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n')
const gaia = { task_id: 'g', Question: 'Who?', 'Final answer': 'Ada' }
const hotpot = { _id: 'h', question: 'Who?', answer: 'Ada', context: [['Ada', ['She wrote.']]] }
const own = { goal: 'What is 2 + 2?', answer: 4 }

describe('a file of tasks', () => {
  it('has one object a line, with blank lines between', () => {
    const { shape, tasks } = read(`\uFEFF${JSON.stringify(own)}\n\n${JSON.stringify({ ...own, id: 'again' })}\r\n`)
    expect(shape).toBe('own')
    expect(tasks.map(({ id, line }) => [id, line])).toEqual([
      ['line-1', 1],
      ['again', 3],
    ])
  })

  it('may be an array, whose tasks are told by their lines', () => {
    const text = `[\n  {"goal": "a, [b]",\n   "answer": ["}", "x"]},\n\n  {"goal": "c", "answer": 1}]`
    expect(read(text).tasks.map(({ goal, line }) => [goal, line])).toEqual([
      ['a, [b]', 2],
      ['c', 5],
    ])
    expect(() => read(`[\n {"goal": "a", "answer": 1},\n {"goal": "b"}]`)).toThrow('tasks.jsonl:3: ')
  })

  it('has our own shape, with everything a task may say', () => {
    const task = {
      id: 7,
      question: 'How far?',
      answer: ['5 km', 3.1],
      tolerance: '2%',
      files: ['map.png'],
      config: { a: 1 },
    }
    expect(read(lines(task)).tasks).toEqual([
      {
        id: '7',
        goal: 'How far?',
        answers: ['5 km', '3.1'],
        scorer: 'numeric',
        tolerance: { absolute: 0, relative: 0.02 },
        files: ['map.png'],
        context: undefined,
        config: { a: 1 },
        line: 1,
      },
    ])
  })

  it('has the shape of GAIA, with the file beside it', () => {
    const gaia = {
      task_id: 'g1',
      Question: 'Who?',
      'Final answer': 'Ada',
      Level: 1,
      file_name: 'a.xlsx',
      'Annotator Metadata': {},
    }
    const { shape, tasks } = read(lines(gaia, { ...gaia, task_id: 'g2', file_name: '' }))
    expect(shape).toBe('gaia')
    expect(tasks).toMatchObject([
      {
        id: 'g1',
        goal: expect.stringMatching(/^Who\?\n\nEnd with a line .*FINAL ANSWER:/),
        answers: ['Ada'],
        files: ['a.xlsx'],
      },
      { id: 'g2', scorer: 'exact', files: [] },
    ])
  })

  it('has the shape of HotpotQA, with its passages', () => {
    const context = [
      ['Ada', ['She wrote.', ' She sang.']],
      ['Bob', ['He slept.']],
    ]
    const { shape, tasks } = read(
      lines({ _id: 'h1', question: 'Who?', answer: 'Ada', context, type: 'bridge', level: 'hard' }),
    )
    expect(shape).toBe('hotpotqa')
    expect(tasks).toMatchObject([{ id: 'h1', context: '# Ada\nShe wrote. She sang.\n\n# Bob\nHe slept.' }])
  })

  it.each([
    { title: ['Ada', 'Bob'], sentences: [['She wrote.', ' She sang.'], ['He slept.']] },
    [
      ['Ada', ['She wrote.', ' She sang.']],
      ['Bob', ['He slept.']],
    ],
  ])('has the shape of HotpotQA as copies have it, with `id` and the passages %j', (context) => {
    const { shape, tasks } = read(lines({ id: 'h1', question: 'Who?', answer: 'Ada', context, level: 'hard' }))
    expect(shape).toBe('hotpotqa')
    expect(tasks).toMatchObject([{ id: 'h1', context: '# Ada\nShe wrote. She sang.\n\n# Bob\nHe slept.' }])
    expect(tasks[0]?.goal).toMatch(/^Who\?\n\nEnd with a line/)
  })

  it('may give a text to answer from in our own shape', () => {
    const { shape, tasks } = read(lines({ ...own, context: 'Two and two are four.' }))
    expect(shape).toBe('own')
    expect(tasks).toMatchObject([{ goal: own.goal, context: 'Two and two are four.' }])
  })

  it('may be one task over several lines', () => {
    expect(read(`\n${JSON.stringify(own, null, 2)}\n`).tasks).toMatchObject([{ goal: own.goal, line: 2 }])
  })

  it('is scored by what it names, else by what is wanted, else exactly', () => {
    const { tasks } = readTasks(lines(own, { ...own, scorer: 'contains' }), { source: 'x', scorer: 'judge' })
    expect(tasks.map(({ scorer }) => scorer)).toEqual(['judge', 'contains'])
    expect(read(lines(own)).tasks[0]?.scorer).toBe('exact')
  })

  it.each([
    ['', 'tasks.jsonl: there is no task in it.'],
    ['{"goal": "a", "answer": 1}\n{"goal"', 'tasks.jsonl:2: this is no JSON: '],
    ['[{"goal": "a", "answer": 1},\n{"goal" 3}]', 'tasks.jsonl:2: this is no JSON: '],
    ['"goal"', 'tasks.jsonl:1: expected an object, got "goal".'],
    [lines(own, { goal: 'a' }), 'tasks.jsonl:2: as a task of own shape: answer: expected'],
    [lines({ answer: 1 }), 'tasks.jsonl:1: the task has no `goal`, and no `question` either.'],
    [lines({ ...own, question: 'b' }), 'a task has a `goal` or a `question`, not both.'],
    [lines({ goal: 'a', anwser: 1 }), 'tasks.jsonl:1: there is no field `anwser`: did you mean `answer`?'],
    [lines({ goal: 'a' }), 'answer: expected a text, a number, true or false or a list'],
    [JSON.stringify(own, null, 2).repeat(2), 'tasks.jsonl:1: this object takes several lines. Put each task into one'],
    [lines({ ...own, context: { passages: ['a'] } }), '`context` is neither a text nor the passages of HotpotQA'],
    [lines({ ...own, context: ['a'] }), '`context` is neither a text nor the passages of HotpotQA'],
    [
      lines({ id: 'a', question: 'Who?', answer: 'b', context: { title: ['c'], sentences: [] } }),
      'as a task of HotpotQA shape: context',
    ],
    [lines({ ...own, goal: ' ' }), 'the goal of the task is empty.'],
    [lines({ ...own, answer: '' }), 'an accepted answer is empty.'],
    [lines({ ...own, answer: [] }), 'tasks.jsonl:1: as a task of own shape: answer: '],
    [lines({ ...own, scorer: 'exactly' }), 'tasks.jsonl:1: as a task of own shape: scorer: '],
    [lines({ ...own, scorrer: 'exact' }), 'there is no field `scorrer`: did you mean `scorer`?'],
    [lines({ ...own, scorer: 'regex', answer: '(' }), 'the pattern "(" cannot be used: '],
    [lines({ ...own, scorer: 'numeric', answer: 'four' }), 'needs one number for an answer, got "four".'],
    [
      lines({ ...own, scorer: 'exact', tolerance: 1 }),
      '`tolerance` is for the scorer `numeric`, and this task has `exact`.',
    ],
    [lines({ ...own, id: 'a' }, { ...own, id: 'a' }), 'tasks.jsonl:2: the id `a` is that of line 1, too.'],
    [
      lines({ ...own, id: { a: 1 } }),
      'tasks.jsonl:1: as a task of own shape: id: expected a text or a number, got { a }',
    ],
    [
      `\n${lines(own, gaia)}`,
      'tasks.jsonl:3: this task has the shape of GAIA, and that of line 2 has our own shape: all tasks of a file have the same.',
    ],
    [lines(gaia, own), 'tasks.jsonl:2: this task has our own shape, and that of line 1 has the shape of GAIA:'],
    [lines(own, hotpot), 'tasks.jsonl:2: this task has the shape of HotpotQA, and that of line 1 has our own shape:'],
    [
      lines(hotpot, gaia),
      'tasks.jsonl:2: this task has the shape of GAIA, and that of line 1 has the shape of HotpotQA:',
    ],
    [lines(own, { ...gaia, 'Final answer': undefined }), 'tasks.jsonl:2: this task has the shape of GAIA, and that of'],
    [
      lines(own, { ...gaia, 'Final answer': '?' }),
      'tasks.jsonl:2: this task has the shape of GAIA, and that of line 1',
    ],
    [lines(own, { Question: 'Who?', answer: 'Ada' }), 'there is no field `Question`: did you mean `question`?'],
    [
      lines(hotpot, { question: 'Who?', answer: 'Ada' }),
      'tasks.jsonl:2: this task has our own shape, and that of line 1 has the shape of HotpotQA: all tasks of a file',
    ],
    [lines(hotpot, { question: 'Who?', answer: 'Ada', context: 'She wrote.' }), 'tasks.jsonl:2: this task has our own'],
    [lines(hotpot, { _id: 'i', question: 'Who?' }), 'tasks.jsonl:2: as a task of HotpotQA shape: answer'],
    [lines({ task_id: 'a', Question: 'Who?' }), 'as a task of GAIA shape: Final answer: '],
    [lines({ task_id: 'a', Question: 'Who?', 'Final answer': '?' }), 'this part of GAIA has no answers'],
    [lines({ _id: 'a', question: 'Who?', answer: 'b', context: ['c'] }), 'as a task of HotpotQA shape: context'],
  ])('is refused as %j with the line and why', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'file-invalid', message: expect.stringContaining(message) }),
    )
  })

  it('that is no JSON is told by one line, that of the file', () => {
    const broken = '{"goal":"b" "answer":1}'
    const why = "this is no JSON: Expected ',' or '}' after property value"
    expect(() => read(`${lines(own)}\n${broken}`)).toThrow(
      new RegExp(`^tasks\\.jsonl:2: ${why}(?:, at column 13)?\\.$`),
    )
    expect(() => read(`[\n${lines(own)},\n ${broken}]`)).toThrow(
      new RegExp(`^tasks\\.jsonl:3: ${why}(?:, at column 14)?\\.$`),
    )
  })

  it('of HotpotQA may have tasks without passages', () => {
    const [id, none] = [
      { ...hotpot, _id: 'i', context: undefined },
      { ...hotpot, _id: undefined, id: 'j', context: [] },
    ]
    expect(read(lines(hotpot, id, none)).tasks.map(({ context }) => context)).toEqual([
      '# Ada\nShe wrote.',
      undefined,
      undefined,
    ])
  })

  it('may say more of a task than is read', () => {
    expect(read(lines({ ...own, category: 'sums', source: 'me' })).tasks).toHaveLength(1)
  })

  it('gives back every goal and answer that is written, by lines and as an array', () => {
    const filled = fc
      .string({ unit: fc.constantFrom(...'[]{},:"\\\n\r ab1é😀\u0000') })
      .filter((text) => text.trim() !== '')
    const records = fc.array(fc.record({ goal: filled, answer: filled }), { minLength: 1 })
    fc.assert(
      fc.property(records, (all) => {
        const wanted = all.map(({ goal, answer }) => ({ goal, answers: [answer] }))
        expect(read(lines(...all)).tasks).toMatchObject(wanted)
        expect(read(JSON.stringify(all, null, 1)).tasks).toMatchObject(wanted)
      }),
    )
  })
})
