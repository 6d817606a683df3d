import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { ioOf } from '../io.ts'
import { Options } from '../options.ts'
import { Screen } from './screen.ts'

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
})
