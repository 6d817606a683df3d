/** Commands for documents that sessions can search. */
import type { Command } from '../command.ts'

const model = { type: 'string', short: 'm', value: 'MODEL', description: 'The model to ask: provider/model' } as const

export const knowledgeCommands: readonly Command[] = [
  {
    name: 'knowledge',
    aliases: ['knowledge status'],
    summary: 'How many documents, vectors and relations there are',
    args: '',
    arity: [0, 0],
    options: {},
    examples: ['gyre knowledge', 'gyre knowledge --json'],
    load: async () => (await import('../commands/knowledge.ts')).overview,
  },
  {
    name: 'knowledge add',
    summary: 'Read files, folders and web pages; what has not changed is passed over',
    args: 'PATH|URL…',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {
      include: {
        type: 'string',
        multiple: true,
        value: 'GLOB',
        description: 'In folders, only files like this: "*.md"',
      },
      exclude: { type: 'string', multiple: true, value: 'GLOB', description: 'In folders, no files like this' },
      'max-size': { type: 'string', value: 'SIZE', description: 'The largest file that is read; 32MB when left out' },
    },
    examples: [
      'gyre knowledge add docs/',
      'gyre knowledge add notes.md paper.pdf https://example.org/page',
      'gyre knowledge add src/ --include "*.ts" --exclude "*.test.ts"',
    ],
    load: async () => (await import('../commands/knowledge-add.ts')).addDocuments,
  },
  {
    name: 'knowledge list',
    aliases: ['knowledge ls'],
    summary: 'The documents there are',
    args: '',
    arity: [0, 0],
    options: {},
    examples: ['gyre knowledge list', 'gyre knowledge list --json'],
    load: async () => (await import('../commands/knowledge-documents.ts')).listDocuments,
  },
  {
    name: 'knowledge show',
    summary: 'The text of a document as it is kept',
    args: 'SOURCE',
    arity: [1, 1],
    options: {},
    examples: ['gyre knowledge show docs/concepts.md'],
    load: async () => (await import('../commands/knowledge-documents.ts')).showDocument,
  },
  {
    name: 'knowledge search',
    summary: 'Search by words and by meaning',
    args: '"QUESTION"',
    arity: [1, 1],
    options: {
      limit: { type: 'string', short: 'n', value: 'N', description: 'How many results; 8 when left out' },
      source: { type: 'string', multiple: true, value: 'GLOB', description: 'Only documents of these sources' },
      since: { type: 'string', value: 'DATE', description: 'Only documents from this day on: 2026-01-31' },
      until: { type: 'string', value: 'DATE', description: 'Only documents before this day' },
      hyde: { type: 'boolean', description: 'Let a model make up answers, and look for what is like them, too' },
      model,
    },
    examples: [
      'gyre knowledge search "who keeps the light"',
      'gyre knowledge search "retry policy" --source "docs/*" -n 3',
      'gyre knowledge search "why did the mill close" --hyde -m openai/gpt-5.4-mini',
    ],
    load: async () => (await import('../commands/knowledge-search.ts')).searchDocuments,
  },
  {
    name: 'knowledge graph',
    summary: 'What is related to what: facts for a question, with their sources',
    args: '["QUESTION"]',
    arity: [0, 1],
    options: {
      build: { type: 'boolean', description: 'Read relations out of the documents' },
      model: { ...model, description: 'Have this model read them; rules do when left out' },
      hops: {
        type: 'string',
        value: 'N',
        description: 'How far from the names in the question, 1 to 3; 2 when left out',
      },
      limit: { type: 'string', short: 'n', value: 'N', description: 'How many facts or names; 20 when left out' },
    },
    examples: [
      'gyre knowledge graph',
      'gyre knowledge graph "Who founded the yard that built the ferry?"',
      'gyre knowledge graph --build -m openai/gpt-5.4-mini',
    ],
    load: async () => (await import('../commands/knowledge-graph.ts')).graph,
  },
  {
    name: 'knowledge remove',
    aliases: ['knowledge rm'],
    summary: 'Remove documents with all that was made of them',
    args: 'SOURCE…',
    arity: [1, Number.POSITIVE_INFINITY],
    options: {},
    examples: ['gyre knowledge remove docs/old.md', 'gyre knowledge remove docs/'],
    load: async () => (await import('../commands/knowledge-documents.ts')).removeDocuments,
  },
  {
    name: 'knowledge reembed',
    summary: 'Make all vectors anew, with the embedder that is set',
    args: '',
    arity: [0, 0],
    options: {},
    examples: ['gyre knowledge reembed', 'GYRE_EMBEDDING_MODEL=openai/text-embedding-3-small gyre knowledge reembed'],
    load: async () => (await import('../commands/knowledge-reembed.ts')).reembedAll,
  },
]
