/** `.mcp.json` with other servers in it; all else stays as it was. */
import type { McpFile } from './mcp-file.ts'

type Servers = Readonly<Record<string, unknown>>

/** The servers as they are written. */
export function writtenServers(file: Pick<McpFile, 'content'> | undefined): Servers {
  return (file?.content['mcpServers'] ?? {}) as Servers
}

/** The text to write; with the indentation of the file, where there is one. */
export function mcpFileText(before: Pick<McpFile, 'text' | 'content'> | undefined, servers: Servers): string {
  const content = { ...before?.content, mcpServers: servers }
  return `${JSON.stringify(content, null, indentOf(before?.text ?? ''))}\n`
}

const usualIndent = '  '

function indentOf(text: string): string {
  const [, indent = usualIndent] = /^([ \t]+)"/m.exec(text) ?? []
  return indent
}
