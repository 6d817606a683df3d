/** Commands for what sessions know and remember. */
import type { CommandGroup } from '../command.ts'
import { knowledgeCommands } from './knowledge-commands.ts'
import { memoryCommands } from './memory-commands.ts'

export const knowGroup: CommandGroup = { name: 'Know', commands: [...knowledgeCommands, ...memoryCommands] }
