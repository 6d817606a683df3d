import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../test/fake-host.ts'
import { ioOf } from './io.ts'
import { Options } from './options.ts'

describe('colours', () => {
  it.each([
    [true, {}, {}, true],
    [false, {}, {}, false],
    [true, { NO_COLOR: '1' }, {}, false],
    [true, { NO_COLOR: '' }, {}, true],
    [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, {}, false],
    [false, { FORCE_COLOR: '1' }, {}, true],
    [true, { FORCE_COLOR: '0' }, {}, false],
    [true, { TERM: 'dumb' }, {}, false],
    [true, {}, { 'no-color': true }, false],
    [true, {}, { plain: true }, false],
  ])('on a terminal %s, with %j and %j: %s', (isTty, env, options, hasColour) => {
    const { err } = ioOf(new FakeHost({ isTty, env }), new Options(options))
    expect(err.paint('red', 'x')).toBe(hasColour ? '\x1b[31mx\x1b[39m' : 'x')
  })
})

describe('io', () => {
  it.each([
    [{}, 'text', true, true],
    [{ json: true }, 'json', false, false],
    [{ output: 'stream-json' }, 'stream-json', false, false],
    [{ plain: true }, 'text', false, true],
    [{ quiet: true }, 'text', false, true],
    [{ 'no-input': true }, 'text', true, false],
  ])('with %j on a terminal is %s, live %s, can ask %s', (options, output, isLive, canAsk) => {
    const io = ioOf(new FakeHost({ isTty: true }), new Options(options))
    expect([io.output, io.isLive, io.input.canAsk]).toEqual([output, isLive, canAsk])
  })

  it('asks nobody where there is no terminal', () => {
    const io = ioOf(new FakeHost(), new Options({}))
    expect([io.isLive, io.input.canAsk]).toEqual([false, false])
  })

  it('refuses a form of output it does not know', () => {
    expect(() => ioOf(new FakeHost(), new Options({ output: 'xml' }))).toThrow(
      '`--output xml`: expected text, json or stream-json.',
    )
  })

  it('breaks what it reports to fit a terminal, and nothing for a file', () => {
    const line = `${'word '.repeat(20)}end`
    const [terminal, file] = [new FakeHost({ isTty: true, columns: 60 }), new FakeHost()]
    for (const host of [terminal, file]) ioOf(host, new Options({})).report(line)
    expect(terminal.err.split('\n').map((each) => each.length)).toEqual([59, 45, 0])
    expect(file.err).toBe(`${line}\n`)
  })

  it('writes results to stdout and the rest to stderr, unless it is to be quiet', () => {
    const host = new FakeHost()
    const quiet = ioOf(host, new Options({ quiet: true }))
    quiet.print('a')
    quiet.printJson({ b: 1 })
    quiet.report('c')
    ioOf(host, new Options({})).report('d')
    expect([host.out, host.err]).toEqual(['a\n{"b":1}\n', 'd\n'])
  })
})

describe('GYRE_LOG', () => {
  it.each([
    ['error', true, false],
    ['warn', true, false],
    ['info', false, false],
    ['debug', false, true],
  ])('%s says how much goes to stderr', (level, isQuiet, isVerbose) => {
    const io = ioOf(new FakeHost({ env: { GYRE_LOG: level } }), new Options({}))
    expect([io.isQuiet, io.isVerbose]).toEqual([isQuiet, isVerbose])
  })
})
