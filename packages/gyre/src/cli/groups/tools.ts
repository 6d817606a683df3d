/** Commands for tools, and for the servers that bring some. */
import type { CommandGroup } from '../command.ts'
import { mcpCommands } from './mcp-commands.ts'
import { toolCommands } from './tool-commands.ts'

export const toolsGroup: CommandGroup = { name: 'Tools', commands: [...toolCommands, ...mcpCommands] }
