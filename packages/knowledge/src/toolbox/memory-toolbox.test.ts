import { Runtime, react, runTool, systemClock, type ToolContext, type ToolOutput } from '@gyre/core'
import { calls, modelOf, says } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it } from 'vitest'
import { memoryWorld } from '../../test/memory-world.ts'
import { sessionMemory } from '../memory/session-memory.ts'
import { memoryToolbox } from './memory-toolbox.ts'

function opened() {
  const { shelf } = memoryWorld('memoryStore')
  const memory = sessionMemory(shelf)
  const { tools } = memoryToolbox({ memory: () => memory })
  const remember = (text: string, key: string, owner = 'ada') =>
    memory.remember({ text }, { owner, session: 'ses_0', key })
  /** A call as it comes through the schema; what that refuses fails here. */
  async function call(name: string, input: object, owner = 'ada'): Promise<ToolOutput> {
    const tool = tools.find((each) => each.name === name)
    if (!tool) throw new Error(`There is no tool \`${name}\`.`)
    const { signal } = new AbortController()
    const context: Partial<ToolContext> = { signal, owner }
    return runTool(tool, tool.schema.parse(input), context as ToolContext, systemClock)
  }
  return { tools, call, remember }
}

describe('the memory toolbox', () => {
  it('reads alone, and says so', () => {
    const { tools } = opened()
    expect(tools.map(({ name, effect, permissions, trusted }) => [name, effect, permissions, trusted])).toEqual([
      ['memory.recall', 'pure', ['memory.read'], false],
    ])
  })

  it('recalls, the best first, with what kind of memory it is', async () => {
    const { call, remember } = opened()
    await remember('Tea, and later on the way home a look at the sky.', 'a')
    await remember('A cup of tea.', 'b')
    expect(await call('memory.recall', { query: 'tea', limit: 2 })).toEqual({
      text: '[1] note, likeness 1.00\nA cup of tea.\n\n[2] note, likeness 0.71\nTea, and later on the way home a look at the sky.',
      data: {
        memories: [
          { id: 'mem_2', text: 'A cup of tea.', kind: 'note', data: null, score: 1 },
          {
            id: 'mem_1',
            text: 'Tea, and later on the way home a look at the sky.',
            kind: 'note',
            data: null,
            score: expect.closeTo(Math.SQRT1_2, 5),
          },
        ],
      },
    })
  })

  it('recalls nothing of another owner', async () => {
    const { call, remember } = opened()
    await remember('tea', 'a')
    expect(await call('memory.recall', { query: 'tea' }, 'bob')).toEqual({
      text: 'Nothing is remembered of "tea".',
      data: { memories: [] },
    })
  })

  it.each([
    ['memory.recall', { query: ' ' }],
    ['memory.recall', { query: 'tea', limit: 0 }],
    ['memory.recall', { query: 'tea', limit: 21 }],
  ])('%s refuses %#', async (name, input) => {
    await expect(opened().call(name, input)).rejects.toThrow()
  })
})

describe('in a session', () => {
  it('what was remembered is recalled, of the same owner alone', async () => {
    const { shelf } = memoryWorld('memoryStore')
    const memory = sessionMemory(shelf)
    const { tools } = memoryToolbox({ memory: () => memory })
    const store = memoryStore()
    const run = async (owner: string) => {
      const runtime = new Runtime({ store, owner, loops: [react], tools })
      const model = modelOf(({ messages }) => {
        const result = messages.at(-1)?.parts.find((part) => part.type === 'tool-result')
        return result?.type === 'tool-result' ? says(result.text) : calls('memory.recall', { query: 'drink' })
      })
      const session = await runtime.start(react, 'Go.', { model, tools })
      return String((await session.outcome).answer)
    }
    await memory.remember({ text: 'Ada drinks tea.' }, { owner: 'ada', session: 'ses_0', key: 'a' })
    expect(await run('ada')).toContain('Ada drinks tea.')
    expect(await run('bob')).toContain('Nothing is remembered')
    await store.close()
  })
})
