import { describe, expect, it } from 'vitest'
import { openaiPath } from './plain-path.ts'

describe('openaiPath', () => {
  it.each([
    ['/v1/models', '/v1/models'],
    ['//v1//chat/completions', '/v1/chat/completions'],
    ['/models', '/v1/models'],
    ['/models/react', '/v1/models/react'],
    ['/chat/completions', '/v1/chat/completions'],
    ['/responses/resp_1/cancel', '/v1/responses/resp_1/cancel'],
    ['/embeddings', '/v1/embeddings'],
  ])('reads %s as %s', (path, meant) => expect(openaiPath(path)).toBe(meant))

  it.each(['/', '/api/v1/models', '/models-page', '/chat', '/health'])('leaves %s as it is', (path) =>
    expect(openaiPath(path)).toBe(path),
  )
})
