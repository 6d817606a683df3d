import { calls, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { all, type Lab, lastResponse, responsesLab } from './support/responses-lab.ts'

let lab: Lab | undefined

afterEach(async () => {
  await lab?.server.close()
  lab = undefined
})

/** A server whose clerk has to ask before it writes a mail. */
async function clerk(): Promise<Lab> {
  lab = await responsesLab(scriptedModel(calls('mail', { to: 'ada' })))
  return lab
}

const schema = { type: 'object', properties: { sent: { type: 'boolean' } }, required: ['sent'] }
const format = { type: 'json_schema', name: 'mail', schema } as const
const wish = {
  model: 'clerk',
  messages: [{ role: 'user' as const, content: 'Mail Ada.' }],
  response_format: { type: 'json_schema' as const, json_schema: { name: 'mail', schema } },
}

const question =
  '**Waiting for you:** Run `mail` with {"to":"ada"}?\n\nAnswer `approve` or `reject`; a reason may follow.'

describe('a question where an answer must have a form', () => {
  it('is a refusal of a completion, and nothing to parse', async () => {
    const { openai } = await clerk()
    const completion = await openai.chat.completions.parse(wish)
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: null, refusal: question, parsed: null },
    })
    expect(completion).toMatchObject({ gyre: { status: 'waiting', question: { kind: 'approval' } } })
  })

  it('is a refusal of a streamed completion', async () => {
    const { openai } = await clerk()
    const final = await openai.chat.completions.stream(wish).finalChatCompletion()
    expect(final.choices[0]?.message).toMatchObject({ refusal: question, parsed: null })
    expect(final.choices[0]?.message.content ?? '').toBe('')
  })

  it('is a refusal of a response, streamed, or read later', async () => {
    const { openai } = await clerk()
    const events = await all(
      await openai.responses.create({ model: 'clerk', input: 'Mail Ada.', text: { format }, stream: true }),
    )
    expect(events.flatMap((event) => (event.type === 'response.refusal.delta' ? event.delta : []))).toEqual([question])
    expect(events.filter(({ type }) => type === 'response.output_text.delta')).toEqual([])
    const last = lastResponse(events)
    expect(last.output.filter(({ type }) => type === 'message')).toMatchObject([
      { status: 'completed', content: [{ type: 'refusal', refusal: question }] },
    ])
    expect((await openai.responses.retrieve(last.id)).output).toEqual(last.output)
  })

  it('is a refusal of a response, and nothing to parse', async () => {
    const { openai } = await clerk()
    const parsed = await openai.responses.parse({ model: 'clerk', input: 'Mail Ada.', text: { format } })
    expect(parsed.output_parsed).toBeNull()
    expect(parsed).toMatchObject({ output_text: '', gyre: { question: { kind: 'approval' } } })
  })
})
