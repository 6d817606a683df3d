import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GyreError } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { findMcpFile, newMcpFile, readMcpFile } from './mcp-file.ts'
import { mcpFileText, writtenServers } from './mcp-file-text.ts'
import { mcpPlan } from './mcp-plan.ts'

function written(text: string): { readonly cwd: string; readonly path: string } {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, '.mcp.json'), text)
  return { cwd, path: join(cwd, '.mcp.json') }
}

async function faultOf(text: string): Promise<string> {
  const { cwd, path } = written(text)
  try {
    await readMcpFile(path, cwd)
  } catch (error) {
    if (error instanceof GyreError) return `${error.code}\n${error.message}`
    throw error
  }
  return ''
}

describe('`.mcp.json`', () => {
  it('is the one beside the config file, else the one in the working folder', async () => {
    const home = temporaryFolder()
    const cwd = join(home, 'src')
    mkdirSync(cwd)
    const place = { cwd, configFile: join(home, 'gyre.config.ts') }
    expect(await findMcpFile(place)).toBeUndefined()
    expect(newMcpFile(place)).toBe(join(home, '.mcp.json'))
    writeFileSync(join(cwd, '.mcp.json'), '{}')
    expect(await findMcpFile(place)).toBe(join(cwd, '.mcp.json'))
    writeFileSync(join(home, '.mcp.json'), '{}')
    expect(await findMcpFile(place)).toBe(join(home, '.mcp.json'))
    expect(await findMcpFile({ cwd, configFile: undefined })).toBe(join(cwd, '.mcp.json'))
    expect(newMcpFile({ cwd, configFile: undefined })).toBe(join(cwd, '.mcp.json'))
  })

  it('holds servers by name, and may hold more', async () => {
    const { cwd, path } = written(
      '\uFEFF{ "inputs": [], "mcpServers": { "a": { "command": "x", "env": { "PORT": 3000 } } } }',
    )
    const { servers, content } = await readMcpFile(path, cwd)
    expect(servers).toEqual({ a: { command: 'x', env: { PORT: '3000' } } })
    expect(content['inputs']).toEqual([])
  })

  it('may hold none', async () => {
    const { cwd, path } = written('{}')
    expect((await readMcpFile(path, cwd)).servers).toEqual({})
  })

  it.each([
    ['', '.mcp.json:1:1: the text ends too early'],
    ['[]', '.mcp.json:1:1: expected { "mcpServers": { … } }'],
    ['{ "servers": {} }', '.mcp.json:1:1: expected `mcpServers`, which holds the servers by name'],
    [
      '{\n  "mcpServers": {\n    "a": here\n  }\n}',
      '.mcp.json:3:10: expected a value after `:`; a text needs double quotes',
    ],
    ['{ "mcpServers": { "a": { "command": "x" }, } }', '.mcp.json:1:42: expected no comma before `}`'],
    [
      '{ "mcpServers": { "a": { "url": "https://a/" }, "a": { "command": "x" } } }',
      '.mcp.json:1:49: this key is there twice; keep one of them',
    ],
    [
      '{ "mcpServers": {\n  "a": { "comand": "x" } } }',
      '.mcp.json:2:10: mcpServers.a.comand: unknown key; did you mean `command`?',
    ],
    [
      '{ "mcpServers": {\n  "a": {} } }',
      '.mcp.json:2:8: mcpServers.a: needs `command` (a program to start) or `url` (a server that runs elsewhere)',
    ],
  ])('that is %j tells where it is wrong', async (text, line) => {
    const [code, first] = (await faultOf(text)).split('\n')
    expect([code, first]).toEqual(['config-file-invalid', line])
  })

  it('that is a folder cannot be read', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, '.mcp.json'))
    await expect(readMcpFile(join(cwd, '.mcp.json'), cwd)).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining('`.mcp.json` cannot be read'),
    })
  })
})

describe('the servers there are', () => {
  it('are those of both files; one of the config file goes before another of its name', async () => {
    const { cwd, path } = written(
      '{ "mcpServers": { "a": { "command": "shared", "cwd": "at" }, "b": { "command": "shared", "cwd": "at" } } }',
    )
    const configFile = join(cwd, 'gyre.config.ts')
    const plan = await mcpPlan({ cwd, configFile, servers: { b: { command: 'own' }, c: { url: 'http://c/' } } })
    expect(plan).toEqual({
      servers: { a: { command: 'shared', cwd: join(cwd, 'at') }, b: { command: 'own' }, c: { url: 'http://c/' } },
      sources: new Map([
        ['a', '.mcp.json'],
        ['b', 'gyre.config.ts'],
        ['c', 'gyre.config.ts'],
      ]),
      file: path,
    })
  })
})

describe('`.mcp.json` with other servers', () => {
  it('keeps what else is in it, its order and its indentation', async () => {
    const { cwd, path } = written('{\n\t"b": 1,\n\t"mcpServers": { "z": { "command": "x" } },\n\t"a": [2]\n}')
    const file = await readMcpFile(path, cwd)
    expect(mcpFileText(file, { ...writtenServers(file), y: { url: 'https://y/' } })).toBe(
      [
        '{',
        '\t"b": 1,',
        '\t"mcpServers": {',
        '\t\t"z": {',
        '\t\t\t"command": "x"',
        '\t\t},',
        '\t\t"y": {',
        '\t\t\t"url": "https://y/"',
        '\t\t}',
        '\t},',
        '\t"a": [',
        '\t\t2',
        '\t]',
        '}',
        '',
      ].join('\n'),
    )
  })

  it('is made where there is none', () => {
    expect(mcpFileText(undefined, { a: { command: 'x' } })).toBe(
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }\n  }\n}\n',
    )
  })

  it('holds the same values as before, whatever they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        const content = JSON.parse(JSON.stringify(values)) as Record<string, unknown>
        const after = JSON.parse(mcpFileText({ text: JSON.stringify(content, null, 4), content }, {})) as object
        expect(after).toEqual({ ...content, mcpServers: {} })
        expect(Object.keys(after)).toEqual(Object.keys({ ...content, mcpServers: {} }))
      }),
    )
  })
})
