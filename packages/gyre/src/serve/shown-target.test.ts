import { describe, expect, it } from 'vitest'
import { shownTarget } from './shown-target.ts'

describe('where a server is', () => {
  it.each([
    [
      ['-y', '@modelcontextprotocol/server-memory', '/srv/notes'],
      'npx -y @modelcontextprotocol/server-memory /srv/notes',
    ],
    [['--token', 'abc', '--port', '80'], 'npx --token … --port 80'],
    [['--api-key=abc', '--mode=fast'], 'npx --api-key=… --mode=fast'],
    [['postgres://me:pw@db.example/x?password=1'], 'npx postgres://db.example/x?…'],
    [['--url=https://me:pw@db.example/x'], 'npx --url=https://db.example/x'],
    [['--token', '--verbose'], 'npx --token --verbose'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the config
    [['--root', '${HOME}/notes'], 'npx --root ${HOME}/notes'],
  ])('is its program with its arguments %j, but for keys', (args, expected) => {
    expect(shownTarget({ command: 'npx', args })).toBe(expected)
  })

  it.each([
    ['https://example.com/mcp', 'https://example.com/mcp'],
    ['https://me:pw@example.com/mcp', 'https://example.com/mcp'],
    ['https://example.com/mcp?key=abc#x', 'https://example.com/mcp?…'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the config
    ['https://${HOST}/mcp', 'https://${HOST}/mcp'],
  ])('is the address %s, but for keys', (url, expected) => {
    expect(shownTarget({ url })).toBe(expected)
  })
})
