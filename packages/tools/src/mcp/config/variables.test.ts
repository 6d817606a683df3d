import { describe, expect, it } from 'vitest'
import { filled, missingVariables } from './variables.ts'

const env = { TOKEN: 'abc', HOST: 'example.com', EMPTY: '' }

describe('variables of a config', () => {
  it('are filled in arguments and in the environment of a program', () => {
    const config = {
      command: `\${NOT_HERE}`,
      args: ['--key', `\${TOKEN}`],
      env: { A: `x-\${TOKEN}-\${HOST}`, B: 'plain' },
    }
    expect(filled('s', config, env)).toEqual({
      command: `\${NOT_HERE}`,
      args: ['--key', 'abc'],
      env: { A: 'x-abc-example.com', B: 'plain' },
    })
  })

  it('are filled in the address and the headers of a server elsewhere', () => {
    const config = { url: `https://\${HOST}/mcp`, headers: { Authorization: `Bearer \${TOKEN}` } }
    expect(filled('s', config, env)).toEqual({
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer abc' },
    })
  })

  it.each([
    [`\${GONE:-else}`, 'else'],
    [`\${TOKEN:-else}`, 'abc'],
    [`\${EMPTY:-else}`, 'else'],
    [`\${EMPTY}`, ''],
    [`\${GONE:-}`, ''],
    [`\${GONE:-http://localhost:3000}`, 'http://localhost:3000'],
    [`\${env:TOKEN}`, 'abc'],
    ['$TOKEN and $5', '$TOKEN and $5'],
    [`\${TOKEN}\${TOKEN}`, 'abcabc'],
  ])('%s gives `%s`', (text, value) => {
    expect(filled('s', { command: 'x', args: [text] }, env).args).toEqual([value])
  })

  it('do not look into what they were filled with', () => {
    expect(filled('s', { command: 'x', args: [`\${A}`] }, { A: `\${TOKEN}`, TOKEN: 'abc' }).args).toEqual([`\${TOKEN}`])
  })

  it.each([
    [
      { command: 'x', env: { KEY: `\${GONE}` } },
      'MCP server `s`: the variable `GONE`, asked for in `env.KEY`, is not set.',
    ],
    [
      { command: 'x', args: ['a', `\${GONE}`] },
      'MCP server `s`: the variable `GONE`, asked for in `args[1]`, is not set.',
    ],
    [{ url: `https://\${GONE}` }, 'MCP server `s`: the variable `GONE`, asked for in `url`, is not set.'],
    [
      { url: 'https://h', headers: { 'X-Key': `\${input:key}` } },
      `MCP server \`s\`: \`\${input:key}\` in \`headers.X-Key\` is no variable; write \`\${NAME}\` or \`\${NAME:-default}\`.`,
    ],
  ])('that cannot be filled in are told by server, name and place: %j', (config, message) => {
    expect(() => filled('s', config, env)).toThrow(expect.objectContaining({ code: 'config-file-invalid', message }))
  })
})

describe('missing variables', () => {
  it('are listed over all servers that are not disabled', () => {
    const config = {
      one: { command: 'x', env: { A: `\${GONE}`, B: `\${TOKEN}`, C: `\${GONE:-x}` } },
      two: { url: `https://\${HOST2}`, headers: { K: `\${GONE}` } },
      off: { command: 'x', args: [`\${GONE}`], disabled: true },
    }
    expect(missingVariables(config, env)).toEqual([
      { server: 'one', variable: 'GONE', field: 'env.A' },
      { server: 'two', variable: 'HOST2', field: 'url' },
      { server: 'two', variable: 'GONE', field: 'headers.K' },
    ])
  })
})
