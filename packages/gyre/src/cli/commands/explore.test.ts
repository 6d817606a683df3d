import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineLoop, textOf } from '@gyre/core'
import { calls, modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { heldModel, noticed } from '../../../test/fake-place.ts'
import { lookup, SessionLab, sessionOf } from '../../../test/session-lab.ts'

/** Looks a city up, then says what it was told; guidance is repeated. */
const weather = (id: string, answer: string) =>
  modelOf(
    ({ messages }) => {
      const guided = messages.map(textOf).find((text) => text.startsWith('[USER GUIDANCE]'))
      if (guided) return says(guided)
      return messages.some(({ role }) => role === 'tool') ? says(answer) : calls('lookup', { city: 'Paris' })
    },
    { id, price: { input: 0, output: 0 } },
  )

/** Answers what it was told before. */
const telling = defineLoop({
  name: 'telling',
  run: async (ctx, task) => `${task.messages.map(textOf).join('\n')}, ${ctx.tools.length} tools`,
})

async function weatherLab() {
  const models = [weather('test/a', '18 °C.'), weather('test/b', 'Warm.')]
  const lab = new SessionLab({ models, loops: [telling] })
  await lab.session('How warm is Paris?')
  return { lab, models }
}

describe('`gyre fork`', () => {
  it('runs from the step on as it is told, and leaves the source alone', async () => {
    const { lab, models } = await weatherLab()
    const { code, out, err } = await lab.gyre(
      'fork',
      'last',
      '--at',
      'act#1[0]',
      '--steer',
      'In °F.',
      '-c',
      'maxIterations=3',
    )
    expect({ code, out }).toEqual({ code: 0, out: '[USER GUIDANCE] In °F.\n' })
    expect(err).toContain(`${sessionOf(2)} is a fork of ${sessionOf(1)}, after \`act#1[0]\`.\n`)
    expect(models[0]?.requests).toHaveLength(3)
    const { view } = await lab.runtime.read(sessionOf(2))
    expect(view.definition).toMatchObject({ fork: { session: sessionOf(1) }, config: { maxIterations: 3 } })
  })

  it('says when nobody was left to be told', async () => {
    const { lab } = await weatherLab()
    const unused =
      'The guidance was not used: no author or planner was asked after this step. Fork at an earlier one.\n'
    expect((await lab.gyre('fork', 'last', '--at', 'think#2', '--steer', 'In °F.')).err).toContain(unused)
    expect((await lab.gyre('fork', sessionOf(1), '--at', 'act#1[0]', '--steer', 'In °F.')).err).not.toContain(unused)
    expect((await lab.gyre('fork', sessionOf(1), '--at', 'think#2')).err).not.toContain(unused)
  })

  it('goes on with another model from a step by its number, and prints the object of a run', async () => {
    const { lab } = await weatherLab()
    const { out } = await lab.gyre('fork', 'last', '--at', '3', '-m', 'test/b', '--json')
    expect(JSON.parse(out)).toMatchObject({
      session: sessionOf(2),
      model: 'test/b',
      answer: 'Warm.',
      outcome: 'answered',
    })
  })

  it('needs a step there is', async () => {
    const { lab } = await weatherLab()
    expect((await lab.gyre('fork', 'last')).err).toContain('needs `--at STEP`, the last step to keep')
    const where = '`gyre show ID --steps` lists the steps, each with its number and its path.'
    for (const [at, there] of [
      ['think#9', 'did you mean `think#1` or `think#2`?'],
      ['99', 'there are `think#1`, `act#1[0]`, `think#2`.'],
    ]) {
      const { code, err } = await lab.gyre('fork', 'last', '--at', `${at}`)
      expect([code, err]).toEqual([2, expect.stringContaining(`has no step \`${at}\`: ${there}\nFix: ${where}`)])
    }
  })

  it('says by its path which step a number is of', async () => {
    const { lab } = await weatherLab()
    expect((await lab.gyre('fork', 'last', '--at', '2')).err).toContain(`fork of ${sessionOf(1)}, after \`think#1\`.\n`)
    expect((await lab.gyre('fork', sessionOf(1), '--at', '1')).err).toContain(
      `fork of ${sessionOf(1)}, after fact 1.\n`,
    )
  })
})

describe('`gyre replay`', () => {
  it('says that a session is equal', async () => {
    const { lab } = await weatherLab()
    expect(await lab.gyre('replay', 'last')).toEqual({
      code: 0,
      out: 'equal: the same steps, the same requests, the same end\n',
      err: '',
    })
  })

  it('shows what a prompt was and is, and exits with 1', async () => {
    const words = { text: 'Be brief.' }
    const worded = defineLoop({
      name: 'worded',
      run: async (ctx) => (await ctx.generate([{ role: 'user', parts: [{ type: 'text', text: words.text }] }])).text,
    })
    const lab = new SessionLab({ loops: [worded] })
    await lab.session('Greet', 'worded')
    words.text = 'Be long.'
    const { code, out } = await lab.gyre('replay', 'last')
    expect(code).toBe(1)
    expect(out).toContain('The request at `generate#1` is not what it was:')
    expect(out).toMatch(/\n {2}-.*Be brief\.\n {2}\+.*Be long\./)
    expect((await lab.gyre('replay', 'last', '--strict', '--json')).out).toContain('"code":"journal-drift"')
  })

  it('makes a test and its cassette of a session', async () => {
    const { lab } = await weatherLab()
    const folder = join(lab.folder, 'tests')
    const { code, out } = await lab.gyre('replay', 'last', '--as-test', '--out', folder)
    expect(code).toBe(0)
    expect(readdirSync(folder)).toHaveLength(2)
    expect(
      out
        .trim()
        .split('\n')
        .every((file) => existsSync(file)),
    ).toBe(true)
  })

  it('imports the loops of the config file, or of the module that is named, from where the test is', async () => {
    const lab = new SessionLab({ loops: [defineLoop({ name: 'mine', run: async () => 'Done.' })] })
    await lab.session('Greet', 'mine')
    const asTest = (...args: string[]) =>
      lab.gyreOn(
        new FakeHost({ cwd: lab.folder }),
        'replay',
        'last',
        '--as-test',
        '--out',
        join(lab.folder, 'a/b'),
        ...args,
      )
    const imports = async (...args: string[]) => {
      const { out } = await asTest(...args)
      return /import config from '(.*)'/.exec(readFileSync(out.split('\n')[0] ?? '', 'utf8'))?.[1]
    }
    expect((await asTest()).err).toContain('name the module with your loops by `--config FILE`')
    lab.configFile = join(lab.folder, 'gyre.config.ts')
    expect(await imports()).toBe('../../gyre.config.ts')
    writeFileSync(join(lab.folder, 'a/b/loops.mjs'), '')
    expect(await imports('--config', 'a/b/loops.mjs')).toBe('./loops.mjs')
    expect(await asTest('--config', 'loops.mjs')).toMatchObject({
      code: 2,
      err: expect.stringContaining('`--config loops.mjs`: there is no such file.') as string,
    })
    writeFileSync(join(lab.folder, 'loops.json'), '{}')
    expect((await asTest('--config', 'loops.json')).err).toContain('expected a module with loops')
    lab.configFile = join(lab.folder, 'loops.json')
    expect((await asTest()).code).toBe(2)
  })

  it('leaves the config file out where the loop is one of ours', async () => {
    const { lab } = await weatherLab()
    lab.configFile = join(lab.folder, 'gyre.config.ts')
    const { out } = await lab.gyre('replay', 'last', '--as-test', '--out', join(lab.folder, 'tests'))
    expect(readFileSync(out.split('\n')[0] ?? '', 'utf8')).not.toContain('config')
  })

  it('refuses a session that has not ended', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    expect((await lab.gyre('replay', 'last')).err).toContain('only one that has ended can be replayed')
  })
})

describe('`gyre what-if`', () => {
  it('puts forks with other models and prompts, and other loops, beside what was recorded', async () => {
    const { lab, models } = await weatherLab()
    const file = join(lab.folder, 'system.txt')
    writeFileSync(file, 'Be brief.')
    const { code, out } = await lab.gyre(
      'what-if',
      'last',
      '--at',
      'act#1[0]',
      '--models',
      'test/b',
      '--loops',
      'telling',
      '--prompt',
      `react.system=@${file}`,
    )
    expect(code).toBe(0)
    expect(out).toBe(`VARIANT  OUTCOME  CALLS  TOKENS  COST  TIME  SESSION
recorded  answered  2+1  30  $0  # s  ses_00000001-0000
test/b  answered  2+1  30  $0  # s  ses_00000002-0000
react.system  answered  2+1  30  $0  # s  ses_00000003-0000
telling  answered  0+0  0  $0  # s  ses_00000004-0000

recorded
  18 °C.

test/b
  Warm.

react.system
  the same as recorded

telling
  Known so far:
  - lookup {"city":"Paris"}: Paris: 18 °C, 1 tools
`)
    expect(textOf(models[0]?.requests.at(-1)?.messages[0] ?? { role: 'user', parts: [] })).toBe('Be brief.')
  })

  it('begins none when one of them cannot begin', async () => {
    const { lab } = await weatherLab()
    const asked = ['what-if', 'last', '--at', 'act#1[0]', '--models', 'test/b']
    expect((await lab.gyre(...asked, '--loops', 'none')).err).toContain('There is no loop `none`')
    expect((await lab.gyre(...asked, '--prompt', 'react.systm=Be brief.')).code).toBe(2)
    expect(await lab.runtime.list()).toHaveLength(1)
  })

  it('needs a step and something to be different', async () => {
    const { lab } = await weatherLab()
    expect((await lab.gyre('what-if', 'last', '--at', '3')).err).toContain('needs what is to be different')
    expect((await lab.gyre('what-if', 'last', '--models', 'test/b')).err).toContain('needs `--at STEP`')
    expect((await lab.gyre('what-if', 'last', '--at', '3', '--prompt', 'x')).err).toContain('expected ID=@file')
    const { err } = await lab.gyre('what-if', 'last', '--at', '99', '--models', 'test/b')
    expect(err).toContain('has no step `99`.')
    expect(err.match(/`gyre show ID --steps`/g)).toHaveLength(1)
  })
})

describe('`gyre compare`', () => {
  it('runs a goal by several loops side by side', async () => {
    const lab = new SessionLab({
      models: [modelOf(() => says('FINAL ANSWER: 4'), { id: 'test/a', price: { input: 0, output: 0 } })],
    })
    const { code, out } = await lab.gyre('compare', 'What is 2 + 2?', '--loops', 'cot,react', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject([
      { variant: 'cot', session: sessionOf(1), loop: 'cot', model: 'test/a', outcome: 'answered', answer: '4' },
      { variant: 'react', session: sessionOf(2), loop: 'react', model: 'test/a', outcome: 'answered' },
    ])
  })

  it('takes loops and models one by one, too', async () => {
    const models = ['test/a', 'test/b'].map((id) => modelOf(() => says('FINAL ANSWER: 4'), { id }))
    const lab = new SessionLab({ models })
    const named = ['-l', 'cot', '-l', 'react', '-m', 'test/a', '-m', 'test/b']
    const { out } = await lab.gyre('compare', 'What is 2 + 2?', ...named, '--json')
    expect(JSON.parse(out).map(({ variant }: { variant: string }) => variant)).toEqual([
      'cot test/a',
      'cot test/b',
      'react test/a',
      'react test/b',
    ])
  })

  it('does not wait for a person: it says how to go on, and exits with 4', async () => {
    const lab = new SessionLab()
    const { code, out } = await lab.gyre('compare', 'Buy a bike', '--loops', 'direct,asking')
    expect(code).toBe(4)
    expect(out).toContain(`asking\n  no answer\n  Go on with: gyre resume ${sessionOf(2)}\n`)
  })

  it('runs personas with their own models, and with a model that is named', async () => {
    const { lab } = await weatherLab()
    await lab.runtime.personas.save({ name: 'guide', loop: 'react', model: 'test/b', tools: ['lookup'] })
    const asked = ['compare', 'Paris?', '--loops', 'telling', '--personas', 'guide', '--json']
    const [, own] = JSON.parse((await lab.gyre(...asked)).out)
    expect(own).toMatchObject({ variant: 'guide', persona: 'guide', model: 'test/b', answer: 'Warm.' })
    const [, named] = JSON.parse((await lab.gyre(...asked, '-m', 'test/a')).out)
    expect(named).toMatchObject({ variant: 'guide', persona: 'guide', model: 'test/a', answer: '18 °C.' })
  })

  it('pauses all of them by Ctrl-C', async () => {
    const model = heldModel(weather('test/a', '18 °C.'))
    const lab = new SessionLab({ models: [model], loops: [telling] })
    const host = new FakeHost()
    const compared = lab.gyreOn(host, 'compare', 'Paris?', '--loops', 'telling,react')
    await model.called
    host.interrupt()
    await noticed(lab.runtime.store)
    model.letGo()
    const { code, out } = await compared
    expect(code).toBe(130)
    expect(out).toContain('react  paused')
  })

  it('begins nothing that goes on when one of them cannot begin', async () => {
    const lab = new SessionLab({ tools: [lookup] })
    const refused = await lab.gyre('compare', 'Greet', '--loops', 'asking,askng')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain('There is no loop `askng`: did you mean `asking`?')
    expect(await lab.gyre('compare', 'Greet', '--loops', 'asking', '--personas', 'none')).toMatchObject({ code: 2 })
    await lab.runtime.personas.save({ name: 'guide', loop: 'react', tools: ['maps.*'] })
    expect(await lab.gyre('compare', 'Greet', '--personas', 'guide', '--loops', 'asking')).toMatchObject({ code: 2 })
    expect(await lab.runtime.list()).toEqual([])
    expect((await lab.gyre('compare', 'Greet')).err).toContain('needs what to compare')
  })

  it('needs more than one to compare', async () => {
    const lab = new SessionLab()
    const { code, err } = await lab.gyre('compare', 'Greet', '--loops', 'asking')
    expect([code, err]).toEqual([2, expect.stringContaining('has nothing to compare `asking` with')])
    expect(await lab.runtime.list()).toEqual([])
  })
})
