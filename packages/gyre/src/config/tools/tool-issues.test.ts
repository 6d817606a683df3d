import { defineTool, defineToolbox, issuesError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configIssues } from '../config-issues.ts'
import { defineConfig } from '../define-config.ts'
import { writtenTools } from './tool-issues.ts'

const tool = (name: string) => defineTool({ name, description: 'Does.', input: z.object({}), run: () => 'done' })
const [add, sum] = [tool('add'), tool('sums.sum')]
const sums = defineToolbox({ name: 'sums', description: 'Sums.', tools: [sum] })

function faults(config: unknown): readonly string[] {
  const issues = configIssues(config, [])
  return issues.length === 0 ? [] : issuesError('config-file-invalid', 'c', issues).message.split('\n')
}

describe('the tools of a config', () => {
  it('may be everything there is to say', () => {
    const config = defineConfig({
      tools: [add, sums],
      toolboxes: {
        math: false,
        calendar: { timeZone: 'Europe/Berlin', country: 'DE' },
        web: {
          search: { provider: 'searxng', url: 'http://localhost:8080' },
          allowLoopback: true,
          allowHosts: ['search.example', '10.0.0.5:8080', '[fd00::1]'],
          robots: false,
          hostDelayMs: 2000,
        },
        files: { root: '.', write: true },
        shell: { programs: ['ls', { name: 'node', anyArgs: true }], cwd: 'src' },
        skills: ['skills', 'more'],
        agentsMd: { file: 'NOTES.md', sections: ['Style'] },
      },
      mcpServers: {
        disk: { command: 'npx', args: ['server', '.'], env: { TOKEN: `\${TOKEN}` } },
        house: { url: 'https://mcp.example/mcp', headers: { Authorization: `Bearer \${HOUSE}` }, tools: ['read_*'] },
      },
      toolLimits: { 'web.*': { perMinute: 30, concurrency: 2, outputChars: 5000, timeoutMs: 10_000 } },
      permissions: { deny: ['process', 'mcp.*'] },
    })
    expect(faults(config)).toEqual([])
    expect(faults({ toolboxes: { calendar: true, web: { search: false }, skills: 'skills', agentsMd: true } })).toEqual(
      [],
    )
    expect(faults({ toolboxes: {}, mcpServers: {}, toolLimits: {}, permissions: {} })).toEqual([])
  })

  it.each<[unknown, string]>([
    [
      { tools: ['web'] },
      'tools[0]: expected a tool made by `defineTool`, or a toolbox made by `defineToolbox`, got "web"',
    ],
    [
      { tools: [{ name: 'box', description: 'Box.', tools: [{}] }] },
      'tools[0]: expected a tool made by `defineTool`, or a toolbox made by `defineToolbox`, got { name, description, tools }',
    ],
    [{ tools: [add, add] }, 'tools[1].name: `add` is the name of tools[0], too; choose another name'],
    [{ tools: [sums, sum] }, 'tools[1].name: `sums.sum` is the name of tools[0].tools[0], too; choose another name'],
    [{ tools: [sum, sums] }, 'tools[1].tools[0].name: `sums.sum` is the name of tools[0], too; choose another name'],
    [{ toolboxes: { maths: true } }, 'toolboxes.maths: unknown key; did you mean `math`?'],
    [{ toolboxes: { math: 'yes' } }, 'toolboxes.math: expected true or false, got "yes"'],
    [
      { toolboxes: { calendar: { timezone: 'Europe/Berlin' } } },
      'toolboxes.calendar.timezone: unknown key; did you mean `timeZone`?',
    ],
    [
      { toolboxes: { calendar: { timeZone: 'Berlin' } } },
      'toolboxes.calendar.timeZone: expected an IANA time zone, such as Europe/Berlin, got "Berlin"',
    ],
    [
      { toolboxes: { calendar: { country: 'Germany' } } },
      'toolboxes.calendar.country: expected the code of a country, such as DE, got "Germany"',
    ],
    [{ toolboxes: { web: { serch: {} } } }, 'toolboxes.web.serch: unknown key; did you mean `search`?'],
    [
      { toolboxes: { web: { search: { provider: 'bing' } } } },
      'toolboxes.web.search.provider: expected "searxng", "brave", "tavily", "exa", "serper", "fixture" or "local", got "bing"',
    ],
    [
      { toolboxes: { web: { search: { provider: 'searxng' } } } },
      'toolboxes.web.search.url: `searxng` needs the address of its server, such as http://localhost:8080',
    ],
    [
      { toolboxes: { web: { search: { provider: 'searxng', url: 'localhost:8080' } } } },
      'toolboxes.web.search.url: the address of a search server is a text that begins with http:// or https://',
    ],
    [
      { toolboxes: { web: { search: { provider: 'fixture' } } } },
      'toolboxes.web.search.file: `fixture` needs the file of recorded results',
    ],
    [
      { toolboxes: { web: { search: { provider: 'brave', file: 'x.json' } } } },
      'toolboxes.web.search.file: only `fixture` reads a file',
    ],
    [
      { toolboxes: { web: { search: { provider: 'searxng', url: 'http://s', apiKeyEnv: 'KEY' } } } },
      'toolboxes.web.search.apiKeyEnv: `searxng` takes no key',
    ],
    [
      { toolboxes: { web: { search: { provider: 'brave', apiKeyEnv: 'BSA-1234' } } } },
      'toolboxes.web.search.apiKeyEnv: write the name of the variable that holds the key, such as MY_API_KEY',
    ],
    [
      { toolboxes: { web: { allowHosts: ['http://host/'] } } },
      'toolboxes.web.allowHosts[0]: expected a host, or a host and its port, such as search.example or 10.0.0.5:8080, got "http://host/"',
    ],
    [
      { toolboxes: { web: { hostDelayMs: -1 } } },
      'toolboxes.web.hostDelayMs: expected a whole number from 0 to 60000, got -1',
    ],
    [
      { toolboxes: { web: { hostDelayMs: 60_001 } } },
      'toolboxes.web.hostDelayMs: expected a whole number from 0 to 60000, got 60001',
    ],
    [
      { toolboxes: { web: { hostDelayMs: '2s' } } },
      'toolboxes.web.hostDelayMs: expected a whole number from 0 to 60000, got "2s"',
    ],
    [{ toolboxes: { files: true } }, 'toolboxes.files: files are given as { root, write }'],
    [{ toolboxes: { files: {} } }, 'toolboxes.files.root: expected a text that is not empty, but it is missing'],
    [{ toolboxes: { shell: ['ls'] } }, 'toolboxes.shell: the shell is given as { programs, cwd }'],
    [
      { toolboxes: { shell: { programs: [] } } },
      'toolboxes.shell.programs: expected the programs that may run, at least one, got an empty list',
    ],
    [
      { toolboxes: { shell: { programs: [{ name: 'node', anyargs: true }] } } },
      'toolboxes.shell.programs[0].anyargs: unknown key; did you mean `anyArgs`?',
    ],
    [
      { toolboxes: { skills: 3 } },
      'toolboxes.skills: expected a text that is not empty or a list, each entry a text that is not empty, got 3',
    ],
    [
      { toolboxes: { agentsMd: { file: '../AGENTS.md' } } },
      'toolboxes.agentsMd.file: expected the name of a file, such as AGENTS.md, got "../AGENTS.md"',
    ],
    [{ toolboxes: { agentsMd: { files: 'x' } } }, 'toolboxes.agentsMd.files: unknown key; did you mean `file`?'],
    [
      { toolLimits: { 'web.*': { perMinute: 0 } } },
      'toolLimits["web.*"].perMinute: expected a whole number of at least 1, got 0',
    ],
    [
      { toolLimits: { 'web.*': { perminute: 5 } } },
      'toolLimits["web.*"].perminute: unknown key; did you mean `perMinute`?',
    ],
    [
      { permissions: { deny: 'net' } },
      'permissions.deny: expected a list, each entry a text that is not empty, got "net"',
    ],
    [{ permissions: { allow: [] } }, 'permissions.allow: unknown key; there are `deny`.'],
    [{ mcpServers: { a: { cmd: 'x' } } }, 'mcpServers.a.cmd: unknown key; did you mean `cwd`?'],
  ])('with a fault, %j, are told what to write', (config, line) => {
    expect(faults(config)[0]).toBe(`c: ${line}`)
  })

  it.each([
    { toolboxes: { web: { search: { provider: 'brave', apiKeyEnv: 'sk-hunter22' } } } },
    { toolboxes: { web: { search: { provider: 'searxng', url: 'ftp://me:hunter22@host' } } } },
    { mcpServers: { a: { command: 'x', env: { TOKEN: ['hunter22'] } } } },
    { mcpServers: { a: { url: 'hunter22' } } },
    { mcpServers: { a: { url: 'https://a/', headers: 'hunter22' } } },
  ])('with a fault, %j, tell no password and no key', (config) => {
    const issues = configIssues(config, [])
    expect(issues.length).toBeGreaterThan(0)
    const { message, details } = issuesError('config-file-invalid', 'c', issues)
    expect(message + JSON.stringify(details)).not.toContain('hunter22')
  })

  it.each(['XX', 'EU', 'DD', 'ZZ', 'de'])('have no country %s', (country) => {
    expect(faults({ toolboxes: { calendar: { country } } })).toEqual([
      `c: toolboxes.calendar.country: expected the code of a country, such as DE, got "${country}"`,
    ])
  })

  it('are told one by one, those of toolboxes too', () => {
    expect(writtenTools([add, sums]).map(({ tool: { name }, path }) => [name, path])).toEqual([
      ['add', ['tools', 0]],
      ['sums.sum', ['tools', 1, 'tools', 0]],
    ])
  })
})
