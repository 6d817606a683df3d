import { describe, expect, it } from 'vitest'
import { responseRequest } from './request.ts'
import { echoOf } from './response-echo.ts'

const echo = (request: object) => echoOf(responseRequest.parse({ model: 'react', input: 'Hi', ...request }), String)

describe('what a response repeats', () => {
  it('is what counts', () => {
    expect(echo({ temperature: 0.5, top_p: 0.9, max_output_tokens: 50 })).toMatchObject({
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 50,
    })
  })

  it('is nothing that does not', () => {
    expect(echo({ reasoning: { effort: 'high', summary: 'auto' }, parallel_tool_calls: false })).toMatchObject({
      reasoning: { effort: null, summary: null },
      parallel_tool_calls: true,
    })
  })
})
