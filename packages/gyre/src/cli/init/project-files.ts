/** The files of a new project: a tool, a persona that uses it, and a test that needs no model. */

export type ProjectFile = { readonly path: string; readonly text: string }

export type ProjectFacts = {
  readonly name: string
  /** Ranges of the packages it needs. */
  readonly versions: { readonly gyre: string; readonly zod: string; readonly vitest: string }
}

export function projectFiles({ name, versions }: ProjectFacts): readonly ProjectFile[] {
  return [
    { path: 'package.json', text: manifest(name, versions) },
    { path: 'gyre.config.ts', text: config },
    { path: 'tools/count-words.ts', text: tool },
    { path: 'personas/helper.yaml', text: persona },
    { path: 'helper.test.ts', text: test },
    { path: 'README.md', text: readme(name) },
    { path: '.gitignore', text: 'node_modules\n.env\n' },
  ]
}

function manifest(name: string, { gyre, zod, vitest }: ProjectFacts['versions']): string {
  const value = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: { start: 'gyre', test: 'vitest run' },
    dependencies: { gyre, zod },
    devDependencies: { vitest },
  }
  return `${JSON.stringify(value, null, 2)}\n`
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
  "import { defineTool } from 'gyre'",
  "import { z } from 'zod'",
  '',
  'export const countWords = defineTool({',
  "  name: 'text.count_words',",
  "  description: 'Counts the words of a text',",
  '  input: z.object({ text: z.string() }),',
  "  effect: 'pure',",
  "  run: ({ text }) => text.split(/\\s+/).filter(Boolean).length + ' words',",
  '})',
])

const persona = `name: helper
description: Answers briefly; calculates and counts with tools.
loop: react
config:
  maxIterations: 6
tools: [math.*, text.*]
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
  "it('counts words with the tool', async () => {",
  "  const text = 'one two three'",
  "  const model = scriptedModel(calls('text.count_words', { text }), says('It has 3 words.'))",
  "  const { answer } = await run(react, 'Count the words: ' + text, { model, tools: [countWords] })",
  "  expect(answer).toBe('It has 3 words.')",
  "  expect(JSON.stringify(model.requests[1]?.messages)).toContain('3 words')",
  '})',
])

function readme(name: string): string {
  return `# ${name}

\`\`\`
npm install
npx gyre run -p helper "What is 2 + 2?"
npx gyre chat -p helper
npm test
\`\`\`

The persona is in \`personas/helper.yaml\`, its tool in \`tools/count-words.ts\`. Without a key or a local server the
offline demo model answers; \`npx gyre doctor\` says which model is used and why.
`
}
