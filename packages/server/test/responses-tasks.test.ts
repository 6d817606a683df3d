import { says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { all, type Lab, lastResponse, responsesLab } from './support/responses-lab.ts'

let lab: Lab | undefined

afterEach(async () => {
  await lab?.server.close()
  lab = undefined
})

async function open(...replies: readonly ReturnType<typeof says>[]): Promise<Lab> {
  lab = await responsesLab(scriptedModel(...replies))
  return lab
}

const task = { model: 'react', input: '### Task:\nGenerate a title for the chat.' }
const headers = { 'x-gyre-task': 'title_generation' }

describe('a background task that asks for a response', () => {
  it.each([task.input, [{ role: 'user' as const, content: task.input }]])(
    'is answered by one plain call, with no session: %j',
    async (input) => {
      const { openai, server } = await open(says('A title', { inputTokens: 30, outputTokens: 4 }))
      const response = await openai.responses.create({ ...task, input })
      expect(response).toMatchObject({
        status: 'completed',
        output_text: 'A title',
        store: false,
        usage: { input_tokens: 30, output_tokens: 4, total_tokens: 34 },
      })
      expect(await server.runtime.list()).toEqual([])
      await expect(openai.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 })
    },
  )

  it('is known by a header, too, streamed or not', async () => {
    const { openai, server } = await open(says('A'), says('B'))
    const request = { model: 'react', input: 'Tags, please.' }
    expect((await openai.responses.create(request, { headers })).output_text).toBe('A')
    const events = await all(await openai.responses.create({ ...request, stream: true }, { headers }))
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(lastResponse(events)).toMatchObject({ store: false, gyre: {}, output: [{ content: [{ text: 'B' }] }] })
    expect(await server.runtime.list()).toEqual([])
  })

  it('is none when it is streamed without a header', async () => {
    const { openai, server } = await open(says('A'))
    await all(await openai.responses.create({ ...task, model: 'direct', stream: true }))
    expect(await server.runtime.list()).toHaveLength(1)
  })
})
