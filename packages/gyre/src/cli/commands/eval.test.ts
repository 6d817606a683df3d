import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineLoop, textOf } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { demoModel } from '@gyre/models'
import { describe, expect, it } from 'vitest'
import { after, counting, EvalLab } from '../../../test/eval-lab.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { sessionOf } from '../../../test/session-lab.ts'

describe('`gyre eval`', () => {
  it('runs every task in every arm, and says how well each does and where they differ', async () => {
    const brief = defineLoop({ name: 'brief', run: async (_, { goal }) => (goal.endsWith('one') ? 'two' : null) })
    const lab = new EvalLab({ models: [counting()], loops: [brief] })
    const { code, out } = await lab.eval([after('one'), after('two'), after('five')], '--loops', 'direct,brief')
    expect(code).toBe(0)
    expect(out).toBe(`ARM  N  RIGHT  ACCURACY  95 %  CALLS  TOKENS  COST  TIME  OUTCOMES
direct  3  2  66.7 %  20.8 % – 93.9 %  1.0+0.0  15  $0.000005  # s  answered 3
brief  3  1  33.3 %  6.1 % – 79.2 %  0.0+0.0  0  $0  # s  answered 3
Calls (model+tool), tokens and cost are per session, the time is the median.

ON THE SAME TASKS  BOTH  FIRST  SECOND  NEITHER  P
direct · brief  1  1  0  1  1.000
`)
  })

  it('counts a session without an answer as wrong, under its outcome', async () => {
    const silent = modelOf(() => says(''), { id: 'test/a' })
    const { code, out } = await new EvalLab({ models: [silent] }).eval([after('one')], '--loops', 'direct', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out).arms).toMatchObject([{ count: 1, right: 0, outcomes: { 'stuck:unreadable': 1 } }])
  })

  it('runs each arm with each model, personas with their own, and repeats', async () => {
    const lab = new EvalLab({ models: [counting(), counting('test/b')] })
    await lab.runtime.personas.save({ name: 'guide', loop: 'direct', model: 'test/b' })
    const named = await lab.eval([after('one')], '--loops', 'direct', '-m', 'test/a,test/b', '--repeat', '2', '--json')
    expect(JSON.parse(named.out)).toMatchObject({
      arms: [
        { name: 'direct test/a', model: 'test/a', count: 2 },
        { name: 'direct test/b', model: 'test/b', count: 2 },
      ],
      pairs: [{ both: 2, p: null }],
    })
    const own = await lab.eval([after('one')], '--personas', 'guide', '--json')
    expect(JSON.parse(own.out).arms).toMatchObject([{ name: 'guide', persona: 'guide', model: null, right: 1 }])
    expect((await lab.runtime.read(sessionOf(5))).view.definition?.models.author).toBe('test/b')
  })

  it('takes some of the tasks, and another scorer', async () => {
    const lab = new EvalLab({ models: [counting()] })
    const tasks = [after('one'), after('two'), after('three', { answer: 'FOUR!' })]
    const some = await lab.eval(tasks, '--loops', 'direct', '--only', 'three,two', '--limit', '1', '--jsonl')
    expect(
      some.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).task),
    ).toEqual(['two'])
    const strict = await lab.eval(tasks, '--loops', 'direct', '--only', 'three', '--scorer', 'regex', '--json')
    expect(JSON.parse(strict.out).arms).toMatchObject([{ count: 1, right: 0 }])
  })

  it('exits with 1 when an arm is below what is wanted', async () => {
    const lab = new EvalLab({ models: [counting()] })
    const least = (share: string) =>
      lab.eval([after('one'), after('five')], '--loops', 'direct', '--min-accuracy', share)
    expect((await least('0.5')).code).toBe(0)
    expect((await least('0.51')).code).toBe(1)
  })

  it('writes a report, the results and a plot', async () => {
    const lab = new EvalLab({ models: [counting()] })
    const { code } = await lab.eval([after('one'), after('five')], '--loops', 'direct', '--out', 'a/report')
    expect(code).toBe(0)
    const folder = join(lab.folder, 'a/report')
    expect(readdirSync(folder).sort()).toEqual(['plot.svg', 'report.html', 'report.json', 'results.jsonl'])
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(JSON.parse(read('report.json'))).toMatchObject({ isWhole: true, arms: [{ right: 1 }], open: [] })
    expect(
      read('results.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).verdict),
    ).toEqual(['right', 'wrong'])
    expect(read('report.html')).toContain('<svg')
    expect(read('plot.svg')).toContain('direct: 1 of 2 right')
  })
})

describe('a task of `gyre eval`', () => {
  const seen = (model: ReturnType<typeof counting>) =>
    model.requests.map(({ messages }) => messages.map(textOf).join('\n'))

  it('is given the passages of HotpotQA, unless they are not wanted', async () => {
    const model = counting()
    const lab = new EvalLab({ models: [model] })
    const task = { _id: 'h', question: 'Who?', answer: 'Ada', context: [['Ada', ['She wrote.']]] }
    await lab.eval([task], '--loops', 'direct')
    await lab.eval([task], '--loops', 'direct', '--context', 'none')
    expect(seen(model).map((text) => text.includes('She wrote.'))).toEqual([true, false])
  })

  it('is given the file that GAIA names, from beside the data set', async () => {
    const model = counting()
    const lab = new EvalLab({ models: [model] })
    writeFileSync(join(lab.folder, 'table.csv'), 'a,b')
    await lab.eval(
      [{ task_id: 'g', Question: 'What?', 'Final answer': '1', Level: 1, file_name: 'table.csv' }],
      '--loops',
      'direct',
    )
    expect(model.requests[0]?.messages.at(-1)?.parts).toContainEqual({
      type: 'file',
      name: 'table.csv',
      mediaType: 'text/csv',
      data: 'a,b',
    })
  })

  it.each([
    ['17 + 25 = 42\nFINAL ANSWER: 42', 'right'],
    ['FINAL ANSWER: **42.0**', 'right'],
    ['17 + 25 = 42\nFINAL ANSWER: 43', 'wrong'],
  ])('of GAIA that is answered with %j is %s', async (said, verdict) => {
    const lab = new EvalLab({ models: [modelOf(() => says(said), { id: 'test/a' })] })
    const task = { task_id: 'g', Question: 'What is 17 + 25?', 'Final answer': '42', Level: 1, file_name: '' }
    for (const loop of ['direct', 'cot', 'react']) {
      const { out } = await lab.eval([task], '--loops', loop, '--jsonl')
      expect(JSON.parse(out)).toMatchObject({ task: 'g', verdict, accepted: ['42'] })
    }
  })

  it.each([
    ['She wrote it.\nFINAL ANSWER: Ada Lind.', 'right'],
    ['FINAL ANSWER: the “Ada Lind”', 'right'],
    ['FINAL ANSWER: Bob', 'wrong'],
  ])('of HotpotQA that is answered with %j is %s', async (said, verdict) => {
    const lab = new EvalLab({ models: [modelOf(() => says(said), { id: 'test/a' })] })
    const context = [['Ada Lind', ['She wrote it.']]]
    const task = { _id: 'h', question: 'Who wrote it?', answer: 'Ada Lind', context, type: 'bridge', level: 'easy' }
    for (const loop of ['direct', 'cot', 'react']) {
      const { out } = await lab.eval([task], '--loops', loop, '--jsonl')
      expect(JSON.parse(out)).toMatchObject({ task: 'h', verdict, accepted: ['Ada Lind'] })
    }
  })

  it('has its own config, and knows nothing of what was answered before', async () => {
    const model = counting()
    const lab = new EvalLab({ models: [model] })
    const task = after('one', { config: { samples: 2 } })
    await lab.eval([task], '--loops', 'cot')
    await lab.eval([task], '--loops', 'cot', '--fresh')
    expect(model.requests).toHaveLength(4)
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([2, 2, 2, 2])
  })

  it('is judged by a model in a session of its own, once', async () => {
    const verdict = { right: true, why: 'The same city.' }
    const judge = modelOf(() => says(JSON.stringify(verdict)), { id: 'test/judge' })
    const author = modelOf(() => says('the city of light'), { id: 'test/a' })
    const lab = new EvalLab({ models: [author, judge] })
    const asked = [
      [{ goal: 'Which city?', answer: 'Paris' }],
      '--loops',
      'direct',
      '--scorer',
      'judge',
      '--judge',
      'test/judge',
    ] as const
    const { out } = await lab.eval(...asked, '--jsonl')
    expect(JSON.parse(out)).toMatchObject({ verdict: 'right', judge: { session: sessionOf(2), why: 'The same city.' } })
    expect((await lab.eval(...asked)).out).toContain('Judging: 1 session, 1 call')
    expect([author.requests.length, judge.requests.length]).toEqual([1, 1])
  })

  it('whose pattern takes too long is neither right nor wrong, and no model is asked', async () => {
    const model = modelOf(() => says(`${'a'.repeat(60)}!`), { id: 'test/a' })
    const lab = new EvalLab({ models: [model] })
    const task = after('one', { scorer: 'regex', answer: '^(a+)+$' })
    const { code, out } = await lab.eval([task], '--loops', 'direct', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out).arms).toMatchObject([{ count: 0, unjudged: 1 }])
    expect(model.requests).toHaveLength(1)
  })

  it('that no judge could say of is neither right nor wrong, and is judged again the next time', async () => {
    let said = 'Well …'
    const judge = modelOf(() => says(said), { id: 'test/judge' })
    const lab = new EvalLab({ models: [counting(), judge] })
    const asked = [[after('one')], '--loops', 'direct', '--scorer', 'judge', '--judge', 'test/judge', '--json'] as const
    const first = await lab.eval(...asked)
    expect(first.code).toBe(1)
    expect(JSON.parse(first.out).arms).toMatchObject([{ count: 0, accuracy: null, unjudged: 1 }])
    said = '{"right": false, "why": "Another one."}'
    const second = await lab.eval(...asked)
    expect(second.code).toBe(0)
    expect(JSON.parse(second.out).arms).toMatchObject([{ count: 1, right: 0, unjudged: 0 }])
  })
})

describe('what is wrong with an eval', () => {
  it.each([
    [['--loops', 'drect'], 'There is no loop `drect`: did you mean `direct`?'],
    [['--loops', 'direct', '--personas', 'none'], 'There is no persona `none`'],
    [[], '`gyre eval` needs what is to do the tasks'],
    [['--loops', 'direct', '--only', 'oen'], '`--only`: there is no task `oen`; did you mean `one`?'],
    [['--loops', 'direct', '--scorer', 'exat'], '`--scorer exat`: there is no such scorer; did you mean `exact`?'],
    [['--loops', 'direct', '--context', 'some'], '`--context some`: expected none or given.'],
    [['--loops', 'direct', '--concurrency', '0'], '`--concurrency 0`: expected a whole number'],
    [['--loops', 'direct', '--min-accuracy', '80'], '`--min-accuracy 80`: expected a share from 0 to 1'],
    [['--loops', 'direct', '--since', 'then'], '`--since then`: expected a time'],
    [['--loops', 'direct', '--since', '2026-01-01', '--fresh'], 'give one of them'],
    [['--loops', 'direct', '--budget', 'calls=1'], 'calls'],
  ])('is told before anything runs: %j', async (args, message) => {
    const model = counting()
    const lab = new EvalLab({ models: [model] })
    const { code, out, err } = await lab.eval([after('one')], ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
    expect(await lab.runtime.list()).toEqual([])
  })

  it('is told of a demo model that is to judge, before anything runs', async () => {
    const lab = new EvalLab({ models: [demoModel, counting('test/judge')] })
    const tasks = [after('one'), after('two', { scorer: 'judge' })]
    const { code, err } = await lab.eval(tasks, '--loops', 'direct')
    expect(code).toBe(2)
    expect(err).toContain('tasks.jsonl:2: this task needs a judge, and `demo/rules` works by rules and cannot judge')
    expect(err).toContain('Name another model by `--judge`, or another scorer.')
    expect(await lab.runtime.list()).toEqual([])
    expect((await lab.eval(tasks, '--loops', 'direct', '--judge', 'test/judge', '--json')).code).not.toBe(2)
    expect((await lab.eval([after('one')], '--loops', 'direct', '--json')).code).toBe(0)
  })

  it.each([
    [{ id: 'x', goal: 'Hm?' }, 'tasks.jsonl:2: as a task of own shape: answer: '],
    [after('two', { files: ['none.txt'] }), 'tasks.jsonl:2: the file `none.txt` of this task cannot be read'],
    [after('two', { files: ['../other.txt'] }), 'tasks.jsonl:2: the file `../other.txt` of this task is outside'],
    [after('two', { config: { memories: 'many' } }), 'tasks.jsonl:2: Config of `direct`: memories: '],
  ])('is told of the task %j before anything runs', async (task, message) => {
    const lab = new EvalLab({ models: [counting()] })
    const data = join(lab.folder, 'data')
    mkdirSync(data)
    writeFileSync(join(lab.folder, 'other.txt'), 'secret')
    writeFileSync(join(data, 'tasks.jsonl'), [after('one'), task].map((each) => JSON.stringify(each)).join('\n'))
    const { code, err } = await lab.gyreOn(
      new FakeHost({ cwd: data }),
      'eval',
      'tasks.jsonl',
      '--loops',
      'direct',
      '--out',
      'report',
    )
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(await lab.runtime.list()).toEqual([])
    expect(existsSync(join(data, 'none.txt'))).toBe(false)
  })
})
