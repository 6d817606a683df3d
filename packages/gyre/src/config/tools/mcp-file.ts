/** `.mcp.json`: MCP servers, in the file that many programs share. */
import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { GyreError, type Issue, issuesOf } from '@gyre/core'
import { type McpServersConfig, mcpServersSchema } from '@gyre/tools/mcp'
import { faultsError } from '../reading/fault.ts'
import { jsonDocuments, placeIn, type TextDocument } from '../reading/text-document.ts'
import { isObject } from '../schema-parts.ts'

export const mcpFileName = '.mcp.json'

const code = 'config-file-invalid'
const key = 'mcpServers'

export type McpFile = {
  /** The whole path. */
  readonly path: string
  readonly text: string
  /** Everything that is in it, as it is written. */
  readonly content: Readonly<Record<string, unknown>>
  readonly servers: McpServersConfig
}

export type McpFilePlace = { readonly cwd: string; readonly configFile: string | undefined }

/** The one beside the config file, else the one in the working folder. */
export async function findMcpFile({ cwd, configFile }: McpFilePlace): Promise<string | undefined> {
  const folders = configFile === undefined ? [cwd] : [dirname(configFile), cwd]
  for (const folder of folders) {
    const path = join(folder, mcpFileName)
    if (await stat(path).catch(() => undefined)) return path
  }
  return undefined
}

/** Where one is made. */
export function newMcpFile({ cwd, configFile }: McpFilePlace): string {
  return join(configFile === undefined ? cwd : dirname(configFile), mcpFileName)
}

/** Fails with `config-file-invalid` and the places of all faults; what is written as values is never told. */
export async function readMcpFile(path: string, cwd: string): Promise<McpFile> {
  const file = relative(cwd, path)
  const text = await readText(path, file)
  const { documents, faults } = await jsonDocuments(text)
  const [document] = documents
  if (!document) {
    throw faultsError(
      code,
      faults.map((fault) => ({ ...fault, file, path: [] })),
    )
  }
  const issues = issuesIn(document.value)
  if (issues.length > 0) {
    throw faultsError(
      code,
      issues.map((issue) => ({ ...issue, file, at: placeIn(document, issue) })),
    )
  }
  return { path, text, ...contentOf(document) }
}

async function readText(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

function unreadable(file: string, cause: unknown): GyreError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new GyreError('file-unreadable', `\`${file}\` cannot be read: ${why}`, { file, cause })
}

function issuesIn(value: unknown): readonly Issue[] {
  if (!isObject(value)) return [{ path: [], message: `expected { "${key}": { … } }` }]
  if (value[key] !== undefined) return issuesOf(mcpServersSchema, value[key], [key])
  // Other programs call them otherwise: whoever wrote them would wonder where they are.
  const others = Object.keys(value)
  return others.length === 0 ? [] : [{ path: [], message: `expected \`${key}\`, which holds the servers by name` }]
}

function contentOf({ value }: TextDocument): Pick<McpFile, 'content' | 'servers'> {
  const content = value as McpFile['content']
  return { content, servers: mcpServersSchema.parse(content[key] ?? {}) }
}
