import { defineLoop, loops } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { dataProcess } from '../../../test/data-process.ts'

const guess = defineLoop({
  name: 'guess',
  summary: 'Says the first thing that comes to mind.',
  traits: { minCalls: 'guesses + 1', bestFor: 'questions that nobody can answer, asked by people who cannot wait' },
  example: { goal: 'Who wins?', args: ['-l', 'guess', 'Who wins?'] },
  run: () => Promise.resolve('Denmark.'),
})

const careful = defineLoop({
  name: 'careful',
  version: 3,
  summary: 'Guesses again and again, and says what it came upon most often.',
  paper: 'https://example.org/paper',
  config: z.strictObject({
    guesses: z.int().min(1).max(100_000).default(10).describe('How often it guesses.'),
    manner: z
      .enum(['bold', 'shy'])
      .default('shy')
      .describe('How it speaks to those who asked, and to all of the others who stand around.'),
    word: z.string(),
    inner: z.strictObject({ loop: z.string() }).default({ loop: 'guess' }).describe('The loop inside.'),
  }),
  traits: { minCalls: 'guesses', bestFor: 'bets', signals: ['who wins'], selfCorrects: true, worksWithoutTools: false },
  example: { goal: 'Who wins?', args: ['-l', 'careful', 'Who wins?'] },
  run: () => Promise.resolve('Denmark.'),
})

const guessing = () => dataProcess(scriptedModel(), [guess])

describe('`gyre loops`', () => {
  it('shows what each is for within 80 columns, and a line to type', async () => {
    const { out } = await guessing().gyre('loops')
    const lines = out.split('\n')
    // A line to copy is never broken.
    const prose = lines.filter((line) => !line.trimStart().startsWith('gyre run '))
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80)
    const at = lines.findIndex((line) => line.startsWith('guess'))
    expect(lines.slice(at).join('\n').replaceAll(/\s+/g, ' ').trim()).toBe(
      'guess Says the first thing that comes to mind. Best for questions that nobody can answer, asked by people who cannot wait. Model calls, at least: guesses + 1 gyre run -l guess "Who wins?"',
    )
    expect(lines.at(-2)?.trim()).toBe('gyre run -l guess "Who wins?"')
  })

  it('compares them in a table, a line each', async () => {
    const { gyre } = guessing()
    const lines = (await gyre('loops', '--table')).out.trimEnd().split('\n')
    const cells = lines.map((line) => line.split(/ {2,}/))
    expect(cells[0]).toEqual([
      'LOOP',
      'CALLS, AT LEAST',
      'WITHOUT TOOLS',
      'CORRECTS ITSELF',
      'SHOWS A PLAN',
      'BEST FOR',
    ])
    expect(cells.slice(1).map(([name]) => name)).toEqual([...loops.map(({ name }) => name), 'guess'])
    expect(cells).toContainEqual(['cot', 'samples', 'yes', 'no', 'no', 'reasoning, arithmetic and logic without tools'])
    expect(cells.at(-1)).toEqual(['guess', 'guesses + 1', 'yes', 'no', 'no', guess.traits.bestFor])
  })

  it('marks those in the table that are switched off, when asked', async () => {
    const { gyre } = guessing()
    await gyre('settings', 'set', 'loops_off', '["guess"]')
    expect(await gyre('loops', '--table')).toMatchObject({
      out: expect.not.stringContaining('guess'),
      err: 'Switched off: guess. Show them: gyre loops --all\n',
    })
    expect((await gyre('loops', '--table', '--all')).out).toMatch(/^guess \(off\) {2}/m)
  })

  it.each(['list', 'ls'])('is `gyre loops %s`, too, which takes no name', async (word) => {
    const { gyre } = guessing()
    expect(await gyre('loops', word, '--table')).toEqual(await gyre('loops', '--table'))
    expect(await gyre('loops', word, 'guess')).toEqual({
      code: 2,
      out: '',
      err: 'Error: `gyre loops list` takes no `guess`.\nFix: Run `gyre help loops list` for examples and options.\n',
    })
  })

  it('prints every loop as JSON', async () => {
    const { out } = await guessing().gyre('loops', '--json')
    const printed = JSON.parse(out) as Record<string, unknown>[]
    expect(printed.map(({ name }) => name)).toEqual([...loops.map(({ name }) => name), 'guess'])
    for (const each of printed) {
      expect(Object.keys(each)).toEqual(['name', 'version', 'summary', 'paper', 'config', 'traits', 'example'])
    }
  })

  it('hides those that are switched off, and shows them when asked', async () => {
    const { gyre } = guessing()
    await gyre('settings', 'set', 'loops_off', '["guess"]')
    const { out, err } = await gyre('loops')
    expect([out.includes('guess'), err]).toEqual([false, 'Switched off: guess. Show them: gyre loops --all\n'])
    const names = async (...args: string[]) =>
      (JSON.parse((await gyre('loops', '--json', ...args)).out) as { name: string; off?: true }[])
        .filter(({ name }) => name === 'guess')
        .map(({ name, off }) => [name, off])
    expect(await names()).toEqual([])
    expect(await names('--all')).toEqual([['guess', true]])
    expect((await gyre('loops', '--all')).out).toContain('(off) Says the first thing that comes to mind.')
  })
})

describe('`gyre loops show`', () => {
  const both = () => dataProcess(scriptedModel(), [guess, careful])

  it('tells all of one loop, and so does `gyre loops` with its name', async () => {
    const { gyre } = both()
    const { code, out } = await gyre('loops', 'show', 'careful')
    expect([code, out]).toEqual([
      0,
      `Loop             careful
Version          3
Does             Guesses again and again, and says what it came upon most often.
Paper            https://example.org/paper
Best for         bets
Signals          who wins
Model calls      at least guesses
Tools            needs some
Corrects itself  yes
Shows a plan     no

Config
  SETTING  KIND                   DEFAULT
  guesses  integer, 1 to 100,000  10
      How often it guesses.
  manner   "bold"|"shy"           "shy"
      How it speaks to those who asked, and to all of the others who stand
      around.
  word     string
  inner    object                 {"loop":"guess"}
      The loop inside.

Example
  gyre run -l careful "Who wins?"
`,
    ])
    expect((await gyre('loops', 'careful')).out).toBe(out)
  })

  it.each(['--table', '--all'])('takes no %s, with and without the word', async (option) => {
    const { gyre } = both()
    expect(await gyre('loops', 'careful', option)).toEqual({
      code: 2,
      out: '',
      err: `Error: \`gyre loops NAME\` takes no \`${option}\`: that is for the list.\nFix: Run \`gyre help loops\` for examples and options.\n`,
    })
    expect((await gyre('loops', 'show', 'careful', option)).err).toContain(
      `\`gyre loops show\` has no option \`${option}\`.`,
    )
  })

  it('leaves out what a loop does not say', async () => {
    const { out } = await both().gyre('loops', 'show', 'guess')
    expect(out).not.toMatch(/^(?:Paper|Signals|Config)/m)
  })

  it.each(loops.map(({ name }) => name))('tells of %s within 80 columns, but for the line to type', async (name) => {
    const lines = (await both().gyre('loops', name)).out.split('\n')
    const prose = lines.filter((line) => !line.trimStart().startsWith('gyre run '))
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('prints what `gyre loops --json` has of it', async () => {
    const { gyre } = both()
    const all = JSON.parse((await gyre('loops', '--json')).out) as { name: string }[]
    const one = JSON.parse((await gyre('loops', 'show', 'careful', '--json')).out) as object
    expect(one).toEqual(all.find(({ name }) => name === 'careful'))
  })

  it('tells of one that is switched off that it is', async () => {
    const { gyre } = both()
    await gyre('settings', 'set', 'loops_off', '["guess"]')
    expect((await gyre('loops', 'guess')).out).toMatch(/^Loop +guess \(switched off\)$/m)
    expect(JSON.parse((await gyre('loops', 'guess', '--json')).out)).toMatchObject({ name: 'guess', off: true })
  })

  it('knows no loop but those there are', async () => {
    const { code, err } = await both().gyre('loops', 'reakt')
    expect([code, err]).toEqual([2, expect.stringContaining('There is no loop `reakt`; did you mean `react`?')])
  })
})
