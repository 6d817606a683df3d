/** The command at a real terminal, driven by keys, narrowed, interrupted and killed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sqliteStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { piped, type Ran, Terminal, type TerminalOptions, until } from '../support/terminal.ts'

const escapeCode = '\x1b'
const ctrlC = '\x03'
const ctrlD = '\x04'
const answer = 'Counted to twenty.'
const paths = ['think#1', 'think#2', 'think#3']

/** A project whose model waits until it is let go on. */
class Project {
  readonly folder = temporaryFolder()

  constructor() {
    const model = pathToFileURL(join(import.meta.dirname, 'child/slow-model.ts'))
    const config = `import { slowModel } from '${model}'
export default { data: 'data', models: { default: slowModel(import.meta.dirname) } }
`
    writeFileSync(join(this.folder, 'gyre.config.ts'), config)
  }

  /** The model calls that were made, by path. */
  get calls(): readonly string[] {
    const file = join(this.folder, 'calls')
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  }

  /** Lets this many calls end. */
  allow(count: number): void {
    writeFileSync(join(this.folder, 'allowed'), `${count}`)
  }

  called(count: number): Promise<void> {
    return until(() => this.calls.length === count)
  }

  /** Waits until the newest session knows of this many interventions. */
  async noted(count: number): Promise<void> {
    const store = sqliteStore(join(this.folder, 'data', 'gyre.db'))
    try {
      await until(async () => {
        const [session] = await store.sessions.list({ limit: 1 })
        const rows = session ? await store.journal.read(session.id, 1) : []
        return rows.filter(({ type }) => type === 'intervention.queued').length === count
      })
    } finally {
      await store.close()
    }
  }

  terminal(args: readonly string[], options: Partial<TerminalOptions> = {}): Terminal {
    return new Terminal(args, { cwd: this.folder, ...options })
  }

  piped(args: readonly string[], input?: string): Promise<Ran> {
    return piped(args, { cwd: this.folder }, input)
  }

  /** What is known of the newest session. */
  async last(): Promise<{ readonly answer: string; readonly steps: readonly { readonly path: string }[] }> {
    return JSON.parse((await this.piped(['show', 'last', '--json'])).out)
  }

  async stepPaths(): Promise<readonly string[]> {
    return (await this.last()).steps.map(({ path }) => path)
  }
}

const allPaths = ['think#1', 'act#1[0]', 'think#2', 'act#2[0]', 'think#3', 'memory#1']

describe('`gyre run` at a terminal', () => {
  it('shows finished steps, what is going on, and the answer in the end', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await terminal.shows('[p]ause')
    await project.called(1)
    project.allow(1)
    await terminal.shows(/✓ 2 math\.calculate {2}expression: "1 \* 10" → 10/)
    project.allow(3)
    expect(await terminal.exit()).toBe(0)
    const lines = await terminal.lines()
    expect(lines.slice(0, 5).map((line) => line.slice(0, 12))).toEqual([
      '✓ 1 think  “',
      '✓ 2 math.cal',
      '✓ 3 think  “',
      '✓ 4 math.cal',
      '✓ 5 think  “',
    ])
    expect(lines).toContain(answer)
    expect(lines.join('\n')).not.toContain('[p]ause')
    expect(terminal.hasCursor).toBe(true)
  })

  it('pauses and goes on by p', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    await terminal.shows('[p]ause')
    terminal.type('p')
    await project.noted(1)
    project.allow(1)
    await terminal.shows('paused')
    expect(project.calls).toEqual(['think#1'])
    project.allow(3)
    terminal.type('p')
    expect(await terminal.exit()).toBe(0)
    expect(project.calls).toEqual(paths)
  })

  it('hands what is typed after s to the session', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    await terminal.shows('[s]teer')
    terminal.type('s')
    await terminal.shows('steer:')
    terminal.type('Mind the gap\r')
    await project.noted(1)
    project.allow(3)
    expect(await terminal.exit()).toBe(0)
    await terminal.shows('The gap was minded.')
  })

  it('does one step by n, and wraps up by f', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    await terminal.shows('[p]ause')
    terminal.type('p')
    await project.noted(1)
    project.allow(1)
    await terminal.shows('paused')
    terminal.type('n')
    await terminal.shows('✓ 2 math.calculate')
    await terminal.shows('paused')
    expect(project.calls).toEqual(['think#1'])
    terminal.type('f')
    project.allow(9)
    expect(await terminal.exit()).toBe(0)
    expect(await terminal.lines()).toContain(answer)
    expect(project.calls).toHaveLength(2)
  })

  it('aborts by a, once that is confirmed', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    await terminal.shows('[a]bort')
    terminal.type('a')
    await terminal.shows('Abort the session?')
    terminal.type('n')
    await terminal.shows('[a]bort')
    terminal.type('a')
    await terminal.shows('Abort the session?')
    terminal.type('y')
    expect(await terminal.exit()).toBe(130)
    await terminal.shows('aborted')
    expect(project.calls).toEqual(['think#1'])
    expect(terminal.hasCursor).toBe(true)
  })

  it.each([20, 40, 80])('breaks no line of the live view at %i columns', async (columns) => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'], { columns })
    await project.called(1)
    project.allow(1)
    await terminal.shows('✓ 2')
    await terminal.shows('✓ 1')
    expect(await terminal.hasBrokenLines()).toBe(false)
    project.allow(3)
    expect(await terminal.exit()).toBe(0)
  })

  it('goes on when the terminal is resized', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'], { columns: 80 })
    await project.called(1)
    project.allow(1)
    await terminal.shows('✓ 2 math.calculate')
    terminal.resize(40)
    terminal.resize(100)
    project.allow(2)
    await terminal.shows('✓ 4 math.calculate')
    project.allow(3)
    expect(await terminal.exit()).toBe(0)
    const lines = await terminal.lines()
    expect(lines.filter((line) => line.startsWith('✓')).map((line) => line.slice(0, 3))).toEqual([
      '✓ 1',
      '✓ 2',
      '✓ 3',
      '✓ 4',
      '✓ 5',
    ])
    expect(lines.join('\n')).not.toContain('[p]ause')
  })

  it('writes no colours with NO_COLOR', async () => {
    const project = new Project()
    project.allow(3)
    const colourful = project.terminal(['run', 'Count'])
    await colourful.exit()
    expect(colourful.output).toContain(`${escapeCode}[32m`)
    project.allow(6)
    const plain = project.terminal(['run', 'Count'], { env: { NO_COLOR: '1' } })
    await plain.exit()
    expect(plain.output).toContain('✓ 5 think')
    expect(plain.output.match(new RegExp(`${escapeCode}\\[[\\d;]*m`, 'g'))).toBeNull()
  })
})

describe('`gyre run` without a terminal', () => {
  it('writes plain lines and no escapes', async () => {
    const project = new Project()
    project.allow(3)
    const { code, out, err } = await project.piped(['run', 'Count'])
    expect([code, out]).toEqual([0, `${answer}\n`])
    expect(err).not.toContain(escapeCode)
    expect(err.split('\n').map((line) => line.slice(0, 3))).toEqual(['✓ 1', '✓ 2', '✓ 3', '✓ 4', '✓ 5', 'ans', ''])
  })
})

describe('a session that is stopped in the middle', () => {
  it('pauses at the first Ctrl-C, and the command that is printed ends it with no step twice', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    await terminal.shows('[p]ause')
    terminal.type(ctrlC)
    await terminal.shows('Ctrl-C again')
    await project.noted(1)
    project.allow(1)
    expect(await terminal.exit()).toBe(130)
    const shown = (await terminal.lines()).join('')
    const [, command = ''] = /Resume with: gyre (resume ses_[0-9a-f-]{36})/.exec(shown) ?? []
    expect(terminal.hasCursor).toBe(true)
    project.allow(3)
    const resumed = await project.piped(command.split(' '))
    expect([resumed.code, resumed.out]).toEqual([0, `${answer}\n`])
    expect(project.calls).toEqual(paths)
    expect(await project.stepPaths()).toEqual(allPaths)
  })

  it('leaves at once at the second Ctrl-C, and the cursor is shown', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    await terminal.shows('[p]ause')
    terminal.type(ctrlC)
    await terminal.shows('Ctrl-C again')
    terminal.type(ctrlC)
    expect(await terminal.exit()).toBe(130)
    expect(terminal.hasCursor).toBe(true)
  })

  it.each(['SIGKILL', 'SIGHUP'])('goes on after %s, and nothing that was done is paid for again', async (signal) => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    project.allow(1)
    await project.called(2)
    await terminal.shows('✓ 2 math.calculate')
    terminal.kill(signal)
    await terminal.exit()
    project.allow(4)
    const { code, out } = await project.piped(['resume'])
    expect([code, out]).toEqual([0, `${answer}\n`])
    // The call that was in flight is asked for again; those before it are not.
    expect(project.calls).toEqual(['think#1', 'think#2', 'think#2', 'think#3'])
    expect(await project.stepPaths()).toEqual(allPaths)
  })
})

describe('another process', () => {
  it('steers and pauses a session that runs here', async () => {
    const project = new Project()
    const terminal = project.terminal(['run', 'Count'])
    await project.called(1)
    expect((await project.piped(['steer', 'last', 'Mind the gap', '--wait', '0'])).code).toBe(0)
    expect((await project.piped(['pause', 'last'])).code).toBe(0)
    project.allow(3)
    await terminal.shows('paused')
    expect(project.calls).toEqual(['think#1'])
    terminal.type('p')
    expect(await terminal.exit()).toBe(0)
    await terminal.shows('The gap was minded.')
  })
})

describe('`gyre chat` at a terminal', () => {
  it('knows in the second turn what was said in the first', async () => {
    const project = new Project()
    project.allow(9)
    const terminal = project.terminal(['chat'])
    await terminal.shows(/^> /m)
    terminal.type('Hello, my name is Ada\r')
    await terminal.shows(/Hello Ada\.\n(.*\n)+> /)
    terminal.type('Who am I?\r')
    await terminal.shows(/> Who am I\?\nCounted to twenty\. Hello Ada\./)
    terminal.type(ctrlD)
    expect(await terminal.exit()).toBe(0)
    expect((await terminal.lines()).at(-1)).toMatch(/^Go on with: gyre chat --thread thr_[0-9a-f-]{36}$/)
    expect(terminal.hasCursor).toBe(true)
  })

  it('steers by a line that is typed while it works, and holds the text back meanwhile', async () => {
    const project = new Project()
    const terminal = project.terminal(['chat', '-l', 'react'])
    await terminal.shows(/^> /m)
    terminal.type('Count\r')
    await project.called(1)
    terminal.type('Mind the g')
    await terminal.shows('steer: Mind the g')
    project.allow(1)
    await project.called(2)
    expect((await terminal.lines()).at(-1)).toBe('steer: Mind the g')
    terminal.type('ap\r')
    await terminal.shows(/steer: Mind the gap\nTurn 1\.\n✓ 2 math/)
    project.allow(9)
    await terminal.shows('The gap was minded.')
    await terminal.shows(answer)
    await terminal.shows(/\n> $/)
    terminal.type(`${ctrlC}${ctrlC}`)
    expect(await terminal.exit()).toBe(0)
  })

  it('pauses a turn at Ctrl-C, and goes on with it', async () => {
    const project = new Project()
    const terminal = project.terminal(['chat', '-l', 'react'])
    await terminal.shows(/^> /m)
    terminal.type('Count\r')
    await project.called(1)
    terminal.type(ctrlC)
    await terminal.shows('Ctrl-C again leaves at once')
    await project.noted(1)
    project.allow(1)
    await terminal.shows('Paused. /resume goes on here')
    await terminal.shows(/\n> $/)
    project.allow(3)
    terminal.type('/resume\r')
    await terminal.shows(`\n${answer}`)
    // What was shown before the pause is not shown again.
    expect((await terminal.shows(/\n> $/)).split('Turn 1.')).toHaveLength(2)
    terminal.type('/quit\r')
    expect(await terminal.exit()).toBe(0)
    expect(project.calls).toEqual(paths)
  })
})
