/** The index for models: searched, followed along its graph, and read. */
import { defineToolbox, type Toolbox } from '@gyre/core'
import type { ShelfOf } from '../ports.ts'
import { graphTool } from './graph-tool.ts'
import { readTool } from './read-tool.ts'
import { searchTool } from './search-tool.ts'

/** The index of an owner, and whether the graph can be asked. */
export type KnowledgeToolboxOptions = {
  /** Asked at each call: the index is opened when it is first needed. */
  readonly shelf: ShelfOf
  /** Whether there is `knowledge.graph`. True when left out. */
  readonly graph?: boolean
}

/** The index as tools for models: search, read, and the graph. */
export function knowledgeToolbox({ shelf, graph = true }: KnowledgeToolboxOptions): Toolbox {
  return defineToolbox({
    name: 'knowledge',
    description: 'Documents that were read into the index.',
    tools: [searchTool(shelf), ...(graph ? [graphTool(shelf)] : []), readTool(shelf)],
  })
}
