import { critic, direct, loops, type Model, Runtime, react, type Task, textOf } from '@gyre/core'
import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { competence } from './competence.ts'
import { simulatedModel } from './simulated-model.ts'
import { chain } from './tasks/chain.ts'
import { claimSheet } from './tasks/claim-sheet.ts'
import { hops } from './tasks/hops.ts'
import type { LabTask } from './tasks/task-family.ts'

const runtime = new Runtime({ store: memoryStore(), loops, lingerMs: 0 })

async function ended(loop: typeof direct | typeof react | typeof critic, task: LabTask, model: Model, config = {}) {
  const session = await runtime.start(loop as typeof direct, task.goal, { model, tools: task.tools, config })
  return { id: session.id, ...(await session.outcome) }
}

describe('the simulated model', () => {
  it('answers rightly when nothing goes wrong', async () => {
    const task = chain({ steps: 4 }).task(1, 1)
    const { answer } = await ended(direct, task, simulatedModel())
    expect(task.isRight(answer)).toBe(true)
  })

  it('errs when it is told to', async () => {
    const task = chain({ steps: 1 }).task(1, 1)
    const { answer } = await ended(direct, task, simulatedModel({ competence: competence({ p: 1 }) }))
    expect(answer).toMatch(/^The result is \d+\.$/)
    expect(task.isRight(answer)).toBe(false)
  })

  it('gives the same replies to the same task, and others by another seed', async () => {
    const task = chain({ steps: 8 }).task(1, 1)
    const answers = async (seed: number) => {
      const model = simulatedModel({ competence: competence({ pDirect: 0.5 }), seed })
      return [(await ended(direct, task, model)).answer, (await ended(direct, task, model)).answer]
    }
    const [first, again] = await answers(1)
    expect(again).toBe(first)
    const others = await Promise.all([2, 3, 4, 5].map(answers))
    expect(others.some(([answer]) => answer !== first)).toBe(true)
  })

  it('says when calls begin, how long they take, and when they end', async () => {
    const told: string[] = []
    const onCall = ({ path, latencyMs }: { readonly path: string; readonly latencyMs: number }) => {
      told.push(`${path} begins, ${latencyMs} ms`)
      return () => void told.push(`${path} ends`)
    }
    const task = hops({ hops: 1, search: 'nothing' }).task(1, 1)
    await ended(react, task, simulatedModel({ latency: { answer: 250 }, onCall }))
    expect(told).toEqual(['think#1 begins, 250 ms', 'think#1 ends', 'think#2 begins, 250 ms', 'think#2 ends'])
  })

  it('makes loops that can be replayed', async () => {
    const task = hops({ hops: 3, search: 'nothing' }).task(1, 2)
    const model = simulatedModel({ competence: competence({ p: 0.4, r: 0.3, g: 0 }) })
    const { id } = await ended(react, task, model, { protocol: 'text' })
    expect(await runtime.replay(id)).toMatchObject({ isEqual: true })
  })

  it('never sees more than the request: without the task there is nothing it knows', async () => {
    const task: Task = { goal: 'Who is the mentor of nobody?', messages: [], files: [] }
    const { answer } = await ended(direct, { ...chain({ steps: 1 }).task(1, 1), goal: task.goal }, simulatedModel())
    expect(answer).not.toMatch(/The result is|It is/)
  })
})

describe('critic', () => {
  it('leaves every claim that nobody mended as it was, to the byte', async () => {
    const rates = competence({ p: 0.4, beta: 0.3, alpha: 0.8, fix: 0.8, spoil: 0.3 })
    for (let index = 0; index < 30; index += 1) {
      const task = claimSheet({ claims: 6, hasTool: true }).task(1, index)
      const requests: string[] = []
      const simulated = simulatedModel({ competence: rates })
      const model: Model = {
        ...simulated,
        stream: (request, call) => {
          requests.push(textOf(request.messages.at(-1) ?? { role: 'user', parts: [] }))
          return simulated.stream(request, call)
        },
      }
      const { answer } = await ended(critic, task, model, { maxCritiqueRounds: 1 })
      const revision = requests.find((request) => request.includes('<evidence>'))
      if (revision === undefined) continue
      const [, draft = ''] = /<draft>\n([\s\S]*?)\n<\/draft>/.exec(revision) ?? []
      const lines = draft.split('\n')
      const kept = lines.filter((line) => !revision.includes(`CLAIM: ${line}`))
      expect(String(answer).split('\n').length).toBe(lines.length)
      for (const line of kept) expect(String(answer).split('\n')[lines.indexOf(line)]).toBe(line)
    }
  })
})
