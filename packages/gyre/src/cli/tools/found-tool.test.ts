import type { ServerStatus } from '@gyre/tools/mcp'
import { describe, expect, it } from 'vitest'
import { pay } from '../../../test/fake-place.ts'
import type { Place } from '../place.ts'
import { foundTool } from './found-tool.ts'

/** A place with `pay` and servers that stand like this. */
function placeWith(...servers: Pick<ServerStatus, 'name' | 'state'>[]): Pick<Place, 'room'> {
  const offered = [{ tool: pay, from: { kind: 'config', name: 'gyre.config.ts' } as const }]
  const status = () => servers.map((server) => ({ ...server, tools: [] }))
  const absent = () => Promise.reject(new Error('is not asked'))
  return {
    room: {
      own: async () => offered,
      all: async () => offered,
      find: async (name) => offered.find(({ tool }) => tool.name === name),
      isDenied: (server) => server === 'files',
      servers: { status, tools: absent, test: absent, close: absent },
    },
  }
}

describe('a tool that is not there', () => {
  it.each([
    ['web1.echo', 'There is no tool `web1.echo` now: the MCP server `web1` is down. Try it: gyre mcp test web1'],
    ['my_house.door', 'There is no tool `my_house.door` now: the MCP server `my house` is disabled.'],
    [
      'mcp-files.read',
      'There is no tool `mcp-files.read` now: the MCP server `files` is denied by `permissions.deny`.',
    ],
    ['web1', 'There is no tool `web1` now: the MCP server `web1` is down.'],
    ['graph.read', 'There is no tool `graph.read`; there are `pay`.'],
    ['pays', 'There is no tool `pays`; did you mean `pay`?'],
  ])('is told with its server, where that is why: %s', async (name, says) => {
    const place = placeWith(
      { name: 'web1', state: 'failed' },
      { name: 'my house', state: 'disabled' },
      { name: 'files', state: 'disabled' },
      { name: 'graph', state: 'connected' },
    )
    await expect(foundTool(place, name)).rejects.toMatchObject({
      code: 'tool-unknown',
      message: expect.stringContaining(says),
    })
  })
})
