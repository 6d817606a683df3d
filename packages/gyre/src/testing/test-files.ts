/** A finished session as the two files of a test: what to run, and the cassette it runs over. */
import { GyreError, loops, type Runtime, type SessionDefinition } from '@gyre/core'

/** The name the files begin with, and the config file that the test takes its loops and tools from. */
export type TestFilesOptions = {
  /** What the files are called; made of the loop and the session when left out. */
  readonly name?: string
  /** The module that has the project's loops and tools as its default export, as the test imports it. */
  readonly config?: string
}

/** The two files of a test: their names and what they say. */
export type TestFiles = {
  readonly testName: string
  readonly testText: string
  readonly cassetteName: string
  readonly cassetteText: string
}

const longestTitle = 60

/** Both files of a session that has ended. They go into one folder. */
export async function testFiles(runtime: Runtime, id: string, options: TestFilesOptions = {}): Promise<TestFiles> {
  const { view } = await runtime.read(id)
  const { definition } = view
  if (!definition || view.outcome === null) throw unended(id, view.status)
  const { name = `${definition.loop}-${id.slice(-8)}` } = options
  const lines = await Array.fromAsync(runtime.cassette(id))
  const cassetteName = `${name}.jsonl`
  return {
    testName: `${name}.test.ts`,
    testText: testText(definition, { id, cassetteName, config: neededConfig(definition, options.config) }),
    cassetteName,
    cassetteText: `${lines.join('\n')}\n`,
  }
}

function unended(id: string, status: string): GyreError {
  const message = `Session \`${id}\` is ${status}: a test needs an end to compare with.`
  return new GyreError('session-interrupted', message, { session: id })
}

/** The project's own module, where the session has something of it. */
function neededConfig({ loop, tools }: SessionDefinition, config: string | undefined): string | undefined {
  const isOwn = loops.every(({ name }) => name !== loop)
  if (isOwn && config === undefined) {
    const message = `The loop \`${loop}\` is none of Gyre's: name the module with your loops by \`--config FILE\` (\`config\`).`
    throw new GyreError('loop-unknown', message, { name: loop })
  }
  return isOwn || tools.length > 0 ? config : undefined
}

type Named = { readonly id: string; readonly cassetteName: string; readonly config: string | undefined }

function testText({ task }: SessionDefinition, { id, cassetteName, config }: Named): string {
  const goal = task.goal.replaceAll(/\s+/g, ' ').trim()
  const title = goal.length > longestTitle ? `${goal.slice(0, longestTitle - 1)}…` : goal
  const cassette = `new URL(${quoted(`./${cassetteName}`)}, import.meta.url)`
  return [
    `/** Recorded from session ${id}. No model and no tool is called. */`,
    `import { expectReplay } from 'gyre/testing'`,
    `import { it } from 'vitest'`,
    ...(config === undefined ? [] : [`import config from ${quoted(config)}`]),
    '',
    `it(${quoted(`replays as recorded: ${title}`)}, async () => {`,
    `  await expectReplay(${cassette}${config === undefined ? '' : ', config'})`,
    '})',
    '',
  ].join('\n')
}

/** A text as TypeScript in single quotes. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped}'`
}
