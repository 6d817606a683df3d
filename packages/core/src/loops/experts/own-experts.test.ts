import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { confirmed, expert, plans, task } from '../../../../../test/support/experts-replies.ts'
import { runExperts } from '../../../../../test/support/experts-runs.ts'
import { modelOf } from '../../testing/scripted-model.ts'
import { defineTool } from '../../tools/tool.ts'
import { config } from './config.ts'

const documents = defineTool({
  name: 'knowledge.search',
  description: 'Searches documents.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: () => 'It is in the archive.',
})

const archivist = { category: 'knowledge', description: 'what the archive holds' }

describe('an expert of your own', () => {
  it('for documents is asked what has no query', async () => {
    const model = modelOf((_, { path }) => {
      if (path.endsWith('plan#1')) return plans(task('1', 'When?', { category: 'knowledge' }))
      return path.startsWith('critic') ? confirmed : expert('In 1952.')
    })
    const { end } = await runExperts(model, { tools: [documents], config: { experts: [archivist] } })
    expect(end).toMatchObject({ answer: 'In 1952.', details: { tasks: [{ category: 'knowledge', kind: 'expert' }] } })
  })

  it('has a category that no other has', () => {
    expect(config.safeParse({ experts: [archivist, archivist] }).error?.issues).toMatchObject([
      { path: ['experts'], message: 'two experts have the same category; give each its own' },
    ])
  })
})
