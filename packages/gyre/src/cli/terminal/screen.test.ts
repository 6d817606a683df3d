import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import { Screen, wrapsAnew } from './screen.ts'

function screenOn(columns: number) {
  const host = new FakeHost({ isTty: true, columns })
  return { host, screen: new Screen(ioOf(host, new Options({})).err) }
}

describe('the screen', () => {
  it('shows the last frame below the lines that stay', async () => {
    const { host, screen } = screenOn(40)
    screen.draw({ lines: ['working', 'bar', 'help'] })
    screen.draw({ lines: ['paused', 'bar'] }, ['step 1', 'step 2'])
    screen.draw({ lines: ['working again', 'bar'] }, ['step 3'])
    expect(await host.screen()).toBe('step 1\nstep 2\nstep 3\nworking again\nbar')
  })

  it('writes once for a frame, and not at all when nothing changed', () => {
    const { host, screen } = screenOn(40)
    screen.draw({ lines: ['one'] })
    const before = host.writes
    screen.draw({ lines: ['one'] })
    expect(host.writes).toBe(before)
    screen.draw({ lines: ['two', 'three'] }, ['kept'])
    expect(host.writes).toBe(before + 1)
  })

  it('hides the cursor, shows it where a line is typed, and leaves it as it was', async () => {
    const { host, screen } = screenOn(40)
    screen.draw({ lines: ['one'] })
    expect(host.err.endsWith('\x1b[?25l')).toBe(true)
    screen.draw({ lines: ['one', 'steer: x'], cursor: 8 })
    expect(host.err.endsWith('\r\x1b[8C\x1b[?25h')).toBe(true)
    screen.draw({ lines: ['one'] })
    screen.clear()
    expect(host.err.endsWith('\x1b[?25h')).toBe(true)
    expect(await host.screen()).toBe('')
  })

  it('takes a frame away that a narrower terminal has wrapped', async () => {
    const { host, screen } = screenOn(20)
    screen.draw({ lines: ['0123456789abcde', 'bar'] }, ['kept'])
    await host.resize(10)
    screen.forget()
    screen.draw({ lines: ['narrow', 'bar'] })
    expect(await host.screen()).toBe('kept\nnarrow\nbar')
  })

  it('erases none of the lines that stay when the line of the cursor is too wide by now', async () => {
    const { host, screen } = screenOn(20)
    screen.draw({ lines: ['running', 'bar 0123456789abcd'] }, ['kept 1', 'kept 2'])
    await host.resize(7)
    screen.forget()
    screen.draw({ lines: ['narrow', 'bar'] })
    expect(await host.screen()).toBe('kept 1\nkept 2\nnarrow\nbar')
  })

  it('goes from width to width without a trace', async () => {
    const { host, screen } = screenOn(30)
    screen.draw({ lines: ['a long line that streams in', 'bar that is long as well'] }, ['kept 1'])
    for (const columns of [12, 25, 9, 30]) {
      await host.resize(columns)
      screen.forget()
      screen.draw({ lines: ['x'.repeat(columns - 1), 'y'.repeat(columns - 1)] })
    }
    expect(await host.screen()).toBe(`kept 1\n${'x'.repeat(29)}\n${'y'.repeat(29)}`)
  })

  it('leaves no blanks behind a text, which a terminal would wrap', () => {
    const { host, screen } = screenOn(40)
    screen.draw({ lines: ['one', 'bar'] }, ['kept'])
    expect(host.err).toBe('\r\x1b[2Kkept\n\x1b[2Kone\n\x1b[2Kbar\x1b[J\r\x1b[?25l')
  })

  it('goes up one row for each line where lines are cut and not wrapped', async () => {
    const host = new FakeHost({ isTty: true, columns: 20 })
    const screen = new Screen(ioOf(host, new Options({})).err, false)
    screen.draw({ lines: ['0123456789abcde', 'bar'] })
    await host.resize(10)
    screen.draw({ lines: ['narrow', 'bar'] })
    expect(host.err).toContain('\r\x1b[1A\x1b[2Knarrow')
  })
})

describe('wrapsAnew', () => {
  it.each([
    [{ TERM: 'xterm-256color' }, true],
    [{ TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }, false],
    [{ TERM: 'screen', STY: '1.tty' }, false],
    [{ TERM: 'screen', TMUX: '/tmp/tmux', XTERM_VERSION: 'XTerm(390)' }, true],
    [{ TERM: 'linux' }, false],
  ])('knows of %j', (env, does) => {
    expect(wrapsAnew(env)).toBe(does)
  })
})
