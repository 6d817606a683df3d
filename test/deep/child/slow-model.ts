/** A model that answers when a test lets it, and writes down every call it is paid for. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message, Model, ModelPart, ModelRequest } from '@gyre/core'

const pollMs = 5

/** Uses the calculator twice, then answers; in between it does what it is told. */
export function slowModel(folder: string): Model {
  return {
    id: 'test/slow',
    async *stream(request, { path, signal }): AsyncGenerator<ModelPart> {
      appendFileSync(join(folder, 'calls'), `${path}\n`)
      const count = readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n').length
      while (allowed(folder) < count) await sleep(pollMs, undefined, { signal })
      yield* reply(request, count)
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 5 } }
    },
  }
}

/** How many calls may end, as far as the test has said. */
function allowed(folder: string): number {
  const file = join(folder, 'allowed')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

function* reply({ messages, tools = [] }: ModelRequest, count: number): Generator<ModelPart> {
  const results = messages.flatMap(({ parts }) => parts).filter(({ type }) => type === 'tool-result').length
  const said = messages.flatMap(({ role, parts }) => (role === 'user' ? parts : [])).flatMap(textIn)
  const isMinded = said.some((text) => text.includes('Mind the gap'))
  const name = said.flatMap((text) => /my name is (\w+)/.exec(text)?.[1] ?? [])[0]
  const isCounting = tools.length > 0 && results < 2
  const pieces = isCounting ? [`Turn ${results + 1}.`] : ['Counted ', 'to twenty.']
  if (isMinded) pieces.push(' The gap was minded.')
  if (name) pieces.push(` Hello ${name}.`)
  for (const text of pieces) yield { type: 'text', text }
  if (!isCounting) return
  const input = JSON.stringify({ expression: `${results + 1} * 10` })
  yield { type: 'tool-call', id: `call-${count}`, tool: 'math.calculate', input }
}

function textIn(part: Message['parts'][number]): readonly string[] {
  return part.type === 'text' ? [part.text] : []
}
