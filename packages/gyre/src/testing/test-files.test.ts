import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineLoop, defineTool, type Loop, type Runtime, react, system, user } from '@gyre/core'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { open } from '../open.ts'
import { expectReplay } from './expect-replay.ts'
import { testFiles } from './test-files.ts'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city, now.',
  input: z.object({ city: z.string() }),
  effect: 'pure',
  run: ({ city }) => `${city}: 18 °C`,
})

function poet(words: string): Loop {
  return defineLoop({
    name: 'poet',
    run: async (ctx, { goal }) => (await ctx.generate([system(words), user(goal)], { label: 'write' })).text,
  })
}

async function written(runtime: Runtime, id: string, config?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-as-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = await testFiles(runtime, id, { name: 'kept', ...(config && { config }) })
  const cassette = join(folder, files.cassetteName)
  writeFileSync(cassette, files.cassetteText)
  return { files, cassette }
}

/** A session of `react` with a tool, whose goal is hard to quote. */
async function forecast() {
  const runtime = open()
  const model = scriptedModel(calls('weather', { city: 'Paris' }), says('18 °C.'))
  const goal = `How warm is "Paris",\n or\\and what's the name of the place where it is warmer than that?`
  const session = await runtime.start(react, goal, { model, tools: [weather] })
  await session.outcome
  return { runtime, id: session.id }
}

async function poem() {
  const runtime = open()
  const session = await runtime.start(poet('Write a line.'), 'On rain.', { model: scriptedModel(says('It falls.')) })
  await session.outcome
  return { runtime, id: session.id }
}

describe('the test of a session', () => {
  it('is a few lines over its cassette', async () => {
    const { runtime, id } = await forecast()
    const { files } = await written(runtime, id)
    expect(files).toMatchObject({ testName: 'kept.test.ts', cassetteName: 'kept.jsonl' })
    expect(files.testText).toBe(`/** Recorded from session ${id}. No model and no tool is called. */
import { expectReplay } from 'gyre/testing'
import { it } from 'vitest'

it('replays as recorded: How warm is "Paris", or\\\\and what\\'s the name of the place wh…', async () => {
  await expectReplay(new URL('./kept.jsonl', import.meta.url))
})
`)
  })

  it('imports the loops and tools of the project where the session has some', async () => {
    const { runtime, id } = await forecast()
    const { files } = await written(runtime, id, '../gyre.config.ts')
    expect(files.testText).toContain(`import config from '../gyre.config.ts'\n`)
    expect(files.testText).toContain(`(new URL('./kept.jsonl', import.meta.url), config)\n`)
    const plain = await runtime.start('direct', 'Hello.', { model: modelOf(() => says('Hi.')) })
    await plain.outcome
    expect((await written(runtime, plain.id, '../gyre.config.ts')).files.testText).not.toContain('config')
  })

  it('is named after the loop and the session when nobody names it', async () => {
    const { runtime, id } = await forecast()
    const { testName, cassetteName } = await testFiles(runtime, id)
    const name = `react-${id.slice(-8)}`
    expect([testName, cassetteName]).toEqual([`${name}.test.ts`, `${name}.jsonl`])
  })

  it('is refused for a loop it could not import', async () => {
    const { runtime, id } = await poem()
    await expect(testFiles(runtime, id)).rejects.toMatchObject({
      code: 'loop-unknown',
      message: "The loop `poet` is none of Gyre's: name the module with your loops by `--config FILE` (`config`).",
    })
  })

  it('is refused for a session that has not ended', async () => {
    const runtime = open()
    const asker = defineLoop({ name: 'asker', run: (ctx) => ctx.askHuman('Where?') })
    const session = await runtime.start(asker, 'Ask.', { model: modelOf(() => says('x')) })
    await session.idle()
    await expect(testFiles(runtime, session.id)).rejects.toMatchObject({
      code: 'session-interrupted',
      message: `Session \`${session.id}\` is waiting: a test needs an end to compare with.`,
    })
    await session.abort()
    await session.outcome
  })
})

describe('a cassette', () => {
  it('replays equal by its path and by its URL, without the tools', async () => {
    const { runtime, id } = await forecast()
    const { cassette } = await written(runtime, id)
    expect(await expectReplay(cassette)).toMatchObject({ isEqual: true, end: { answer: '18 °C.' } })
    expect(await expectReplay(pathToFileURL(cassette), { tools: [weather] })).toMatchObject({ isEqual: true })
  })

  it('replays equal with a loop of the project', async () => {
    const { runtime, id } = await poem()
    const { cassette } = await written(runtime, id, './poet.ts')
    expect(await expectReplay(cassette, { loops: [poet('Write a line.')] })).toMatchObject({ isEqual: true })
  })

  it('fails with the path and a diff when a prompt was edited', async () => {
    const { runtime, id } = await poem()
    const { cassette } = await written(runtime, id, './poet.ts')
    await expect(expectReplay(cassette, { loops: [poet('Write two lines.')] })).rejects.toThrow(
      new Error(`The session of ${relative('', cassette)} does not replay as it was recorded.

The request at \`write#1\` is not what it was:
  @@ -1,3 +1,3 @@
  -system: Write a line.
  +system: Write two lines.
   
   user: On rain.

If it is meant to be so, run a session anew and record that: \`gyre replay ID --as-test\`.`),
    )
  })

  it('fails when its answer was edited', async () => {
    const { runtime, id } = await poem()
    const { cassette } = await written(runtime, id, './poet.ts')
    const lines = readFileSync(cassette, 'utf8').split('\n')
    const edited = lines.map((line) => (line.includes('session.ended') ? line.replace('It falls.', 'It rose.') : line))
    writeFileSync(cassette, edited.join('\n'))
    const replay = expectReplay(cassette, { loops: [poet('Write a line.')] })
    await expect(replay).rejects.toThrow('   outcome: answered\n  -answer: It rose.\n  +answer: It falls.')
  })

  it('that is not there is named', async () => {
    await expect(expectReplay('none.jsonl')).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining('The cassette none.jsonl cannot be read: '),
    })
  })
})
