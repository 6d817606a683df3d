import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineLoop } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'

/** Plans, asks, and plans again: an edit meets it there. */
const planning = defineLoop({
  name: 'planning',
  run: async (ctx) => {
    const steps = [
      { id: 'a', goal: 'Find prices' },
      { id: 'b', goal: 'Compare', needs: ['a'] },
    ]
    const planned = await ctx.plan(steps)
    await ctx.askHuman('Go on?')
    return (await ctx.plan(planned)).map(({ goal }) => goal).join(', ')
  },
})

const shorter = '[{ "id": "a", "goal": "Guess" }]'

async function planned() {
  const lab = new SessionLab({ loops: [planning] })
  const id = await lab.session('Buy a bike', 'planning')
  return { lab, session: await lab.runtime.session(id) }
}

describe('`gyre plan edit`', () => {
  it('prints the present plan as it can be given back', async () => {
    const { lab } = await planned()
    expect(JSON.parse((await lab.gyre('plan', 'edit', 'last')).out)).toEqual([
      { id: 'a', goal: 'Find prices' },
      { id: 'b', goal: 'Compare', needs: ['a'] },
    ])
    expect((await lab.gyre('show', 'last')).out).toContain('Plan\n  ▸ a  Find prices\n    b  Compare  (after a)\n')
  })

  it('replaces the steps not yet run by those of a file', async () => {
    const { lab, session } = await planned()
    const file = join(lab.folder, 'plan.json')
    writeFileSync(file, shorter)
    await lab.gyre('plan', 'edit', 'last', `@${file}`, '--wait', '0')
    await session.answer('Yes')
    expect(await session.outcome).toMatchObject({ answer: 'Guess' })
  })

  it('takes what an editor leaves, and sends nothing when it left all as it was', async () => {
    const { lab, session } = await planned()
    const editor = join(lab.folder, 'editor.cjs')
    writeFileSync(editor, `require('node:fs').writeFileSync(process.argv[2], ${JSON.stringify(shorter)})`)
    const env = { ...process.env, EDITOR: `"${process.execPath}" "${editor}"`, VISUAL: '' } as Record<string, string>
    const left = await lab.gyreOn(new FakeHost({ env: { ...env, EDITOR: 'true' } }), 'plan', 'edit', 'last', '--editor')
    expect(left).toEqual({ code: 0, out: '', err: 'Nothing changed.\n' })
    await lab.gyreOn(new FakeHost({ env }), 'plan', 'edit', 'last', '--editor', '--wait', '0')
    await session.answer('Yes')
    expect(await session.outcome).toMatchObject({ answer: 'Guess' })
  })

  it('keeps a plan that cannot be read, and says how to go on with it', async () => {
    const { lab } = await planned()
    const editor = join(lab.folder, 'editor.cjs')
    writeFileSync(editor, "require('node:fs').writeFileSync(process.argv[2], '[{ half')")
    const env = { ...process.env, EDITOR: `"${process.execPath}" "${editor}"`, VISUAL: '' } as Record<string, string>
    const { code, err } = await lab.gyreOn(new FakeHost({ env }), 'plan', 'edit', 'last', '--editor')
    expect(code).toBe(2)
    const [, kept = ''] = /Mend it, then: gyre plan edit \S+ @(\S+)/.exec(err) ?? []
    expect(readFileSync(kept, 'utf8')).toBe('[{ half')
    rmSync(dirname(kept), { recursive: true })
  })

  it('refuses a session without a plan, a file that is none, and an editor that is not set', async () => {
    const lab = new SessionLab()
    await lab.session('Buy a bike', 'asking')
    expect((await lab.gyre('plan', 'edit', 'last')).err).toContain(
      `has no plan. Steer it instead: gyre steer ${sessionOf(1)} "…"`,
    )
    expect((await lab.gyre('plan', 'edit', 'last', 'plan.json')).err).toContain('`plan.json`: expected @file')
    const { lab: other } = await planned()
    expect((await other.gyre('plan', 'edit', 'last', '--editor')).err).toContain('No editor is set: set EDITOR')
  })
})
