import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'

/** Changes a row behind the back of the store. */
function alter(folder: string): void {
  const database = new DatabaseSync(join(folder, 'gyre.db'))
  database.exec(`UPDATE journal SET data = replace(data, 'answered', 'gap_open') WHERE seq = 3`)
  database.close()
}

describe('`gyre verify`', () => {
  it('prints the head to note down, and holds the journal to it later', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    const { code, out } = await lab.gyre('verify', 'last')
    expect(code).toBe(0)
    const [, head = ''] = /^ses_00000001-\S+ {2}ok {2}head (3:\S+)\n$/.exec(out) ?? []
    expect(await lab.gyre('verify', 'last', '--head', head)).toMatchObject({ code: 0 })
    expect(await lab.gyre('verify', 'last', '--head', `9${head}`)).toMatchObject({
      code: 1,
      out: `${sessionOf(1)}  ALTERED at row 4: the journal ends at row 3, and row 93 was there once\n`,
    })
  })

  it('names the first altered row and exits with 1', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    await lab.session('Greet again')
    alter(lab.folder)
    const { code, out, err } = await lab.gyre('verify', '--all')
    expect(code).toBe(1)
    expect(out).toBe(`${sessionOf(2)}  ALTERED at row 3: it is not what was signed
${sessionOf(1)}  ALTERED at row 3: it is not what was signed
`)
    expect(err).toContain('Fix: Keep the file as it is')
    expect(JSON.parse((await lab.gyre('verify', 'last', '--json')).out)).toEqual({
      session: sessionOf(2),
      ok: false,
      seq: 3,
      why: 'it is not what was signed',
    })
  })

  it('needs a session or --all, and a head in its form', async () => {
    const lab = new SessionLab()
    expect((await lab.gyre('verify')).err).toContain('needs a session or `--all`')
    expect((await lab.gyre('verify', 'last', '--head', 'x')).err).toContain('expected SEQ:CHAIN')
  })
})

describe('`gyre export`', () => {
  it('writes the journal as JSON lines, to stdout or a file', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    const file = join(lab.folder, 'session.jsonl')
    const { out } = await lab.gyre('export', 'last')
    expect(await lab.gyre('export', 'last', '-o', file)).toEqual({ code: 0, out: '', err: `Written to ${file}.\n` })
    expect(readFileSync(file, 'utf8')).toBe(out)
    const types = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type)
    expect(types).toEqual(['session.created', 'step.finished', 'session.ended'])
  })
})

describe('a file that cannot be written', () => {
  it('is told with the reason, and what to do about it', async () => {
    const lab = new SessionLab()
    await lab.session('Greet')
    const file = join(lab.folder, 'none', 'x.jsonl')
    expect(await lab.gyre('export', 'last', '-o', file)).toEqual({
      code: 2,
      out: '',
      err: `Error: \`${file}\` cannot be written: there is no folder \`${join(lab.folder, 'none')}\`.
Fix: Name a place in a folder that exists and that this user may write to.
`,
    })
    await lab.gyre('export', 'last', '-o', join(lab.folder, 'plain'))
    for (const command of [
      ['export', 'last'],
      ['personas', 'export'],
      ['prompts', 'export'],
    ]) {
      const { code, err } = await lab.gyre(...command, '-o', join(lab.folder, 'plain', 'x'))
      expect([code, err]).toEqual([2, expect.stringContaining(`\`${join(lab.folder, 'plain')}\` is no folder.`)])
      expect((await lab.gyre(...command, '-o', lab.folder)).err).toContain('cannot be written: it is a folder.')
    }
    expect((await lab.gyre('replay', 'last', '--as-test', '-o', join(lab.folder, 'plain'))).err).toContain(
      'plain` cannot be written: a file of this name is there.',
    )
  })
})

describe('`gyre prune`', () => {
  it('says what would go, and lets it go when it is meant', async () => {
    const lab = new SessionLab()
    for (const goal of ['One', 'Two', 'Three']) await lab.session(goal)
    const dry = await lab.gyre('prune', '--keep', '1', '--dry-run')
    expect(dry.out).toMatch(new RegExp(`^${sessionOf(2)}  # s  \\S+ kB  Two\n${sessionOf(1)}  # s  \\S+ kB  One\n$`))
    expect(dry.err).toMatch(/^2 sessions, \S+ kB, would be removed\.\n$/)
    expect((await lab.gyre('prune', '--keep', '1')).err).toMatch(/^2 sessions, \S+ kB, removed\.\n$/)
    expect((await lab.runtime.list()).map(({ id }) => id)).toEqual([sessionOf(3)])
  })

  it('keeps what ended within a time, and what fits into a size', async () => {
    const lab = new SessionLab()
    await lab.session('One')
    await lab.gyre('prune', '--older-than', '1d', '--max-size', '1MB')
    expect(await lab.runtime.list()).toHaveLength(1)
    const { out } = await lab.gyre('prune', '--max-size', '10B', '--json')
    expect(JSON.parse(out)).toMatchObject({ sessions: [{ session: sessionOf(1), title: 'One' }], isRemoved: true })
    expect(await lab.runtime.list()).toHaveLength(0)
  })

  it('needs a rule it can read', async () => {
    const lab = new SessionLab()
    expect((await lab.gyre('prune')).err).toContain('needs a rule: --older-than 30d, --keep 100 or --max-size 500MB.')
    expect((await lab.gyre('prune', '--older-than', 'soon')).err).toContain('expected a time, such as 30d')
    expect((await lab.gyre('prune', '--max-size', '5')).err).toContain('expected a size, such as 500MB')
  })
})
