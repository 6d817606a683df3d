/** The files of a new project: a tool, a persona that uses it, and a test that needs no model. */

export type ProjectFile = { readonly path: string; readonly text: string }

export type ProjectFacts = {
  readonly name: string
  /** Ranges of the packages it needs. */
  readonly versions: Readonly<Record<'gyre' | keyof typeof developmentVersions, string>>
}

/** What Gyre itself is tested with. */
export const developmentVersions = {
  '@types/node': '^24.19.2',
  typescript: '^7.0.2',
  vitest: '^5.1.0',
} as const

/** One that any model can do with the project's own tool, also the one without a network. */
export const firstGoal = 'Count the words: to be or not to be'

export function projectFiles({ name, versions }: ProjectFacts): readonly ProjectFile[] {
  return [
    { path: 'package.json', text: manifest(name, versions) },
    { path: 'tsconfig.json', text: json(compiler) },
    { path: 'gyre.config.ts', text: config },
    { path: 'tools/count-words.ts', text: tool },
    { path: 'personas/helper.yaml', text: persona },
    { path: 'helper.test.ts', text: test },
    { path: 'README.md', text: readme(name) },
    { path: '.gitignore', text: 'node_modules\n.env\n' },
  ]
}

function manifest(name: string, { gyre, ...development }: ProjectFacts['versions']): string {
  return json({
    name,
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: { start: 'gyre chat -p helper', test: 'vitest run', typecheck: 'tsc' },
    dependencies: { gyre },
    devDependencies: development,
  })
}

/** Node runs the files as they are: what it cannot leave out is no TypeScript for it, and imports name files. */
const compiler = {
  compilerOptions: {
    target: 'es2024',
    lib: ['esnext'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  exclude: ['node_modules'],
}

function json(value: object): string {
  // Short lists stand on one line, as people write them.
  const text = JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*")\s+\]/g, '[$1]')
  return `${text}\n`
}

/** Line by line: what a project imports is not imported here. */
function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}

const config = lines([
  "import { defineConfig } from 'gyre'",
  "import { countWords } from './tools/count-words.ts'",
  '',
  '// Personas are read from the folder `personas`.',
  'export default defineConfig({',
  '  tools: [countWords],',
  '})',
])

const tool = lines([
  "import { defineTool, z } from 'gyre'",
  '',
  'export const countWords = defineTool({',
  "  name: 'text.count_words',",
  "  description: 'Counts the words of a text.',",
  "  input: z.object({ text: z.string().describe('The text whose words are counted.') }),",
  '  // It changes nothing, so it may run again after a crash, and nobody has to approve it.',
  "  effect: 'pure',",
  '  run: ({ text }) => {',
  "    const words = text.split(/\\s+/).filter((word) => word !== '').length",
  `    return words === 1 ? '1 word' : \`\${words} words\``,
  '  },',
  '})',
])

const persona = `name: helper
description: Answers briefly, and counts words with a tool.
loop: react
config:
  maxIterations: 6
tools:
  - text.*
instructions: Answer in one short sentence.
budget:
  modelCalls: 10
`

const test = lines([
  "import { react, run } from 'gyre'",
  "import { calls, says, scriptedModel } from 'gyre/testing'",
  "import { expect, it } from 'vitest'",
  "import { countWords } from './tools/count-words.ts'",
  '',
  '// The replies are written here: the test needs no key and no network.',
  "it('tells the model what the tool counted', async () => {",
  "  const text = 'to be or not to be'",
  "  const model = scriptedModel(calls('text.count_words', { text }), says('It has 6 words.'))",
  "  const { answer } = await run(react, 'How many words are these?', { model, tools: [countWords] })",
  "  expect(answer).toBe('It has 6 words.')",
  "  expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ text: '6 words' }] })",
  '})',
])

function readme(name: string): string {
  return `# ${name}

\`\`\`sh
npm install
npx gyre run -p helper "${firstGoal}"
npm start            # a conversation with the helper
npm test             # needs no model
npm run typecheck
\`\`\`

| file                   | what it is                                             |
| ---------------------- | ------------------------------------------------------ |
| \`personas/helper.yaml\` | the helper: its loop, its tools, its words, its budget |
| \`tools/count-words.ts\` | a tool                                                 |
| \`gyre.config.ts\`       | what Gyre is told of: the tool                         |
| \`helper.test.ts\`       | a test with a scripted model                           |

Without a key or a local server the offline demo model answers: rules, which understand an order that names a tool. For any
other goal it needs a real model; \`npx gyre doctor\` says which one is used, why, and what is missing for another.
`
}
