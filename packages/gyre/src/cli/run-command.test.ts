import { calls, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineLoop, defineTool, type Model, open } from '../index.ts'
import { runCommand } from './run-command.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays',
  input: z.object({ amount: z.number() }),
  approval: 'always',
  run: () => 'Paid.',
})

const asking = defineLoop({ name: 'asking', run: (ctx) => ctx.askHuman('Which one?', { choices: ['a', 'b'] }) })

/** Runs the command; what it wrote and its exit code. */
async function command(loop: string, model: Model, isJson: boolean) {
  const runtime = open({ loops: [asking] })
  const answers: string[] = []
  const progress: string[] = []
  const output = { answer: (text: string) => answers.push(text), progress: (text: string) => progress.push(text) }
  const code = await runCommand(runtime, { goal: 'Go.', loop, model, tools: [pay], isJson }, output)
  const [row] = await runtime.list()
  await runtime.close()
  return { code, answers, progress, id: row?.id ?? '' }
}

describe('`gyre run --json`', () => {
  it('prints the end of the session', async () => {
    const { code, answers } = await command('react', scriptedModel(says('Hello.')), true)
    expect(code).toBe(0)
    expect(answers.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ loop: 'react', model: 'test/scripted', outcome: 'answered', answer: 'Hello.' }),
    ])
  })

  it('prints where the session stands and what to answer when it waits for a person, and exits with 4', async () => {
    const { code, answers, progress, id } = await command('asking', scriptedModel(), true)
    expect(code).toBe(4)
    expect(answers.map((text) => JSON.parse(text))).toEqual([
      {
        session: id,
        loop: 'asking',
        persona: null,
        model: 'test/scripted',
        status: 'waiting',
        questions: [{ path: 'ask#1', kind: 'question', question: 'Which one?', choices: ['a', 'b'] }],
      },
    ])
    expect(progress).toEqual([])
  })

  it('prints the tool that needs an approval, with its arguments', async () => {
    const { code, answers } = await command('react', scriptedModel(calls('pay', { amount: 5 })), true)
    expect(code).toBe(4)
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({
      status: 'waiting',
      questions: [{ path: 'act#1[0]/approve#1', kind: 'approval', data: { tool: 'pay', input: { amount: 5 } } }],
    })
  })
})

describe('`gyre run`', () => {
  it('says what is asked when it waits for a person', async () => {
    const { code, answers, progress, id } = await command('asking', scriptedModel(), false)
    expect([code, answers]).toEqual([4, []])
    expect(progress).toEqual([`Session ${id} is waiting.`, '  ask#1  Which one? (a | b)'])
  })
})
