import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FrameView, frame } from './frame.ts'
import { lineOf } from './line-input.ts'
import { widthOf } from './text-width.ts'

const view: FrameView = {
  running: [{ name: 'think', ms: 2100, text: 'The value of\n17 * 6 is wanted' }],
  state: 'running',
  progress: [],
  wishes: [],
  isWorking: true,
  isPaused: false,
  tick: 0,
  meter: { text: 'calls 4/10', share: 0.4 },
  tokens: 1234,
  costUsd: 0.004,
  activeMs: 65_000,
  mode: { kind: 'keys' },
  isOneCall: false,
  paint: (_, text) => text,
}

const lines = (change: Partial<FrameView>, width: number) => frame({ ...view, ...change }, width).lines

describe('frame', () => {
  it('shows the step under way and the bar', () => {
    expect(lines({}, 120)).toEqual([
      '⠋ think  The value of 17 * 6 is wanted  2.1 s',
      '███░░░░░ calls 4/10 · 1.2k tok · $0.004 · 1 m 05 s · [p]ause [s]teer [n]ext step [f]inish [a]bort [?]',
    ])
  })

  it('shows what people want and is not done yet', () => {
    const wishes = ['pausing after this step', 'steer “be brief”']
    expect(lines({ wishes }, 120)[1]).toBe('  pausing after this step · steer “be brief”')
    expect(lines({ wishes }, 30)[1]).toBe('  pausing after this step · …')
  })

  it('shows how far the loop is, as wide as there is room', () => {
    const progress = ['scores 2.0 → 3.5 improving · gap: the cellar', 'memory: The hall is dusty.']
    expect(lines({ progress }, 120).slice(1, 3)).toEqual([
      '  scores 2.0 → 3.5 improving · gap: the cellar',
      '  memory: The hall is dusty.',
    ])
    expect(lines({ progress }, 30)[1]).toBe('  scores 2.0 → 3.5 improving…')
  })

  it('drops parts of the bar that have no room', () => {
    expect([100, 80, 60, 40, 30, 20].map((width) => lines({}, width)[1])).toEqual([
      '███░░░░░ calls 4/10 · 1.2k tok · $0.004 · 1 m 05 s · [p]ause [s]teer [f]inish [a]bort [?]',
      'calls 4/10 · 1.2k tok · $0.004 · 1 m 05 s · [p]ause [s]teer [a]bort [?]',
      'calls 4/10 · $0.004 · 1 m 05 s · [p]ause [s]teer [?]',
      'calls 4/10 · $0.004 · 1 m 05 s · [?]',
      'calls 4/10 · 1 m 05 s · [?]',
      'calls 4/10 · [?]',
    ])
  })

  it('shows the end of a text that is too long', () => {
    expect(lines({}, 30)[0]).toBe('⠋ think  … 6 is wanted  2.1 s')
    expect(lines({}, 20)[0]).toBe('⠋ think  …ed  2.1 s')
  })

  it('counts the steps beside the last one, and turns as time passes', () => {
    const running = [
      { name: 'search', ms: 10, text: '' },
      { name: 'think', ms: 20, text: '' },
    ]
    expect(lines({ running, tick: 11 }, 80)[0]).toBe('⠙ think +1  20 ms')
  })

  it('says what it waits for', () => {
    const paused = { isWorking: false, isPaused: true, state: 'paused', meter: undefined, costUsd: 0 }
    expect(lines(paused, 120)).toEqual([
      '‖ paused',
      '1.2k tok · 1 m 05 s · [p] go on [s]teer [n]ext step [f]inish [a]bort [?]',
    ])
    expect(lines({ isWorking: false, state: 'waiting' }, 120)[0]).toBe('? waiting')
  })

  it('offers nothing but its end for one call of a tool', () => {
    expect(lines({ isOneCall: true, meter: undefined, costUsd: 0 }, 120)[1]).toBe('1.2k tok · 1 m 05 s · [a]bort [?]')
    expect(lines({ isOneCall: true, mode: { kind: 'help' } }, 80).slice(1, 3)).toEqual([
      'a  abort',
      '^C abort; twice: leave at once',
    ])
  })

  it('shows no keys where nobody can press them', () => {
    expect(lines({ mode: { kind: 'watch' } }, 120)[1]).toBe('███░░░░░ calls 4/10 · 1.2k tok · $0.004 · 1 m 05 s')
  })

  it('asks before it aborts, and explains the keys', () => {
    expect(lines({ mode: { kind: 'confirm', question: 'Abort the session?' } }, 80)[1]).toBe('Abort the session? [y/N]')
    expect(lines({ mode: { kind: 'help' } }, 80).slice(1, 3)).toEqual([
      'p  pause, or go on',
      's  steer: say something to the model',
    ])
  })

  it('keeps the cursor of the line that is typed in view', () => {
    const input = (text: string, cursor: number, width: number) =>
      frame({ ...view, mode: { kind: 'input', prompt: 'steer:', line: { ...lineOf(text), cursor } } }, width)
    expect(input('be quick', 8, 80)).toMatchObject({ lines: [expect.any(String), 'steer: be quick'], cursor: 15 })
    expect(input('be very quick now', 17, 20)).toMatchObject({
      lines: [expect.any(String), 'steer: … quick now'],
      cursor: 18,
    })
    expect(input('be very quick now', 0, 20)).toMatchObject({
      lines: [expect.any(String), 'steer: be very qu…'],
      cursor: 7,
    })
  })

  it('never has a line that would wrap', () => {
    const mode = fc.constantFrom<FrameView['mode']>(
      { kind: 'keys' },
      { kind: 'help' },
      { kind: 'watch' },
      { kind: 'confirm', question: 'Abort the session?' },
      { kind: 'input', prompt: 'a question that is rather long:', line: lineOf('日本語 and more of it') },
    )
    fc.assert(
      fc.property(
        fc.record({
          mode,
          width: fc.integer({ min: 20, max: 140 }),
          text: fc.string({ unit: 'grapheme', maxLength: 200 }),
          name: fc.string({ maxLength: 40 }).map((name) => name.replaceAll(/[^\w.]/g, 'x')),
          isWorking: fc.boolean(),
          tokens: fc.nat(),
          activeMs: fc.nat(),
        }),
        ({ mode, width, text, name, ...rest }) => {
          const made = frame({ ...view, ...rest, mode, running: [{ name, text, ms: 12 }] }, width)
          for (const line of made.lines) expect(widthOf(line)).toBeLessThan(width)
          expect(made.cursor ?? 0).toBeLessThan(width)
        },
      ),
    )
  })
})
