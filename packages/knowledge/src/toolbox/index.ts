/** The index and the memory as tools. What they need is loaded when they are first called. */
export { type KnowledgeToolboxOptions, knowledgeToolbox } from './knowledge-toolbox.ts'
export { type LocalSearch, localSearch } from './local-search.ts'
export { type MemoryToolboxOptions, memoryToolbox } from './memory-toolbox.ts'
export { type StoredPage, storedPage } from './stored-page.ts'
