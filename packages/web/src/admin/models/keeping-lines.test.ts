import { describe, expect, it } from 'vitest'
import type { ShownProvider } from '../../api/models.ts'
import { keepingLines } from './keeping-lines.ts'

const known = (name: string, keys: readonly string[], baseUrl: string | null = null): ShownProvider => ({
  name,
  keys,
  hasKey: false,
  baseUrl,
  isLocal: baseUrl !== null,
  from: 'built in',
})

const providers = [known('openai', ['OPENAI_API_KEY']), known('ollama', [], 'http://127.0.0.1:11434/v1')]

describe('what is written down to keep a connection', () => {
  it('is one variable for a provider that is known', () => {
    const connection = { provider: 'openai', model: 'gpt-5', baseUrl: '', hasKey: true }
    expect(keepingLines(connection, providers)).toEqual({
      environment: 'OPENAI_API_KEY=your-key',
      config: undefined,
    })
  })

  it('is nothing for a local server at its own address', () => {
    const connection = { provider: 'ollama', model: 'qwen3', baseUrl: 'http://127.0.0.1:11434/v1', hasKey: false }
    expect(keepingLines(connection, providers)).toEqual({ environment: undefined, config: undefined })
  })

  it('is an address and a variable for an endpoint of its own', () => {
    const connection = { provider: 'my-host', model: 'm', baseUrl: 'https://host.example/v1', hasKey: true }
    expect(keepingLines(connection, providers)).toEqual({
      environment: 'MY_HOST_API_KEY=your-key',
      config: [
        'export default {',
        '  models: {',
        '    providers: {',
        "      'my-host': { baseUrl: 'https://host.example/v1', apiKeyEnv: 'MY_HOST_API_KEY' },",
        '    },',
        '  },',
        '}',
      ].join('\n'),
    })
  })

  it('names no variable where no key is needed', () => {
    const connection = { provider: 'lab', model: 'm', baseUrl: 'http://10.0.0.4:9000/v1', hasKey: false }
    const { environment, config } = keepingLines(connection, providers)
    expect(environment).toBeUndefined()
    expect(config).toContain("'lab': { baseUrl: 'http://10.0.0.4:9000/v1' },")
  })
})
