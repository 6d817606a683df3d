/** Where an MCP server is, for people: its program or its address, without what may be a key. */
import { isStdio, type McpServerConfig } from '@gyre/tools/mcp'

const hidden = '…'

/** `npx -y server --token …`, `https://example.com/mcp`: as it is written, with variables not filled in. */
export function shownTarget(server: McpServerConfig): string {
  if (!isStdio(server)) return withoutKeys(server.url)
  return [server.command, ...shownArguments(server.args ?? [])].join(' ')
}

/** What stands behind an option that is called like a key is left out. */
function shownArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, at) => {
    const [, option, value] = /^(-{1,2}[\w.-]+)=(.*)$/s.exec(arg) ?? []
    if (option !== undefined && value !== undefined)
      return `${option}=${isKeyName(option) ? hidden : withoutKeys(value)}`
    const before = args[at - 1] ?? ''
    const isValue = before.startsWith('-') && !before.includes('=') && !arg.startsWith('-')
    return isValue && isKeyName(before) ? hidden : withoutKeys(arg)
  })
}

function isKeyName(option: string): boolean {
  return /key|token|secret|pass|pwd|auth|credential|cookie|header|dsn|pat$/i.test(option)
}

/** An address may carry a name and a password before its host, and keys behind its path. */
function withoutKeys(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return text
    .replace(/^([^/]+\/\/)[^/@]*@/, `$1`)
    .replace(/[?#].*$/s, (rest) => (rest.length > 1 ? rest[0] + hidden : ''))
}
