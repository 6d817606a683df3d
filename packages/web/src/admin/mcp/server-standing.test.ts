import { describe, expect, it } from 'vitest'
import type { ShownMcpServer } from '../../api/mcp-servers.ts'
import { serverFacts, serverStanding, whyNotTried } from './server-standing.ts'

const files: ShownMcpServer = {
  name: 'files',
  transport: 'stdio',
  target: 'npx server-files',
  from: '.mcp.json',
  state: 'connected',
  era: 'legacy',
  protocol: '2025-06-18',
  server: { name: 'files', version: '1.2' },
  tools: ['files.read'],
  withheld: [],
  trusted: false,
  lastError: null,
}

describe('what is known of an MCP server', () => {
  it('is who it is, what it speaks and how many tools it has', () => {
    expect(serverFacts(files)).toBe('files 1.2, protocol 2025-06-18 (legacy), 1 tool')
    expect(serverFacts({ ...files, server: null, era: null, protocol: null, tools: [] })).toBe(
      'it does not say what it is, 0 tools',
    )
  })

  it('is nothing before it is connected', () => {
    expect(serverFacts({ ...files, state: 'failed' })).toBe('')
  })

  it('is that it failed as soon as it did not answer a try', () => {
    expect(serverStanding({ state: 'idle' }, undefined).word).toBe('not connected yet')
    expect(serverStanding({ state: 'idle' }, false).word).toBe('failed')
    expect(serverStanding({ state: 'connected' }, false).word).toBe('connected')
  })

  it('says why it cannot be tried', () => {
    expect(whyNotTried(files)).toBeUndefined()
    expect(whyNotTried({ state: 'disabled' })).toBe('It is switched off in the file it stands in.')
    expect(whyNotTried({ state: 'denied' })).toBe('permissions.deny of the config keeps it from being started.')
  })
})
