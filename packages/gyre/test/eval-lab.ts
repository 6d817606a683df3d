/** A lab that has data sets evaluated, and models that know what comes after a number. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelRequest, textOf } from '@gyre/core'
import { modelOf, type ScriptedReply, says } from '@gyre/core/testing'
import { FakeHost } from './fake-host.ts'
import { SessionLab } from './session-lab.ts'

export const goalOf = ({ messages }: ModelRequest) =>
  textOf(messages.findLast(({ role }) => role === 'user') ?? { role: 'user', parts: [] })

/** Knows what comes after a number, and fails at `five`. */
export function counting(id = 'test/a') {
  const next: Readonly<Record<string, string>> = {
    one: 'two',
    two: 'three',
    three: 'four',
    four: 'five',
    five: 'seven',
  }
  return modelOf((request) => says(next[goalOf(request).split(' ').at(-1) ?? ''] ?? ''), {
    id,
    price: { input: 0, output: 1 },
  })
}

const numbers = ['one', 'two', 'three', 'four', 'five', 'six']
export const after = (goal: string, more: object = {}) => ({
  id: goal,
  goal: `What comes after ${goal}`,
  answer: numbers[numbers.indexOf(goal) + 1],
  ...more,
})

export class EvalLab extends SessionLab {
  /** Writes a data set and types `gyre eval` beside it. */
  async eval(tasks: readonly object[], ...args: string[]) {
    return this.evalOn(new FakeHost({ cwd: this.folder }), tasks, ...args)
  }

  evalOn(host: FakeHost, tasks: readonly object[], ...args: string[]) {
    writeFileSync(join(this.folder, 'tasks.jsonl'), tasks.map((task) => JSON.stringify(task)).join('\n'))
    return this.gyreOn(host, 'eval', 'tasks.jsonl', ...args)
  }
}

/** A model that waits at a goal until it is let go, and counts what it was asked. */
export function heldAt(word: string, answer: (request: ModelRequest) => ScriptedReply) {
  const called = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const model = modelOf(
    async (request) => {
      const isHeld = request.messages.some((message) => textOf(message).includes(word))
      if (isHeld) {
        called.resolve()
        await gate.promise
      }
      return answer(request)
    },
    { id: 'test/a', price: { input: 0, output: 0 } },
  )
  return { model, called: called.promise, letGo: () => gate.resolve() }
}
